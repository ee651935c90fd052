"""GPU rows: ridge points as the data sheets' figures give them."""

import pytest

from drill.facts import hardware
from drill.facts.gpus import GPUS


@pytest.mark.parametrize(
    ("key", "ridge"),
    [("a100-80-sxm", 153), ("h100-sxm", 295), ("h100-pcie", 378), ("h200-sxm", 206), ("b200", 281)],
)
def test_ridge_point_in_bf16(key: str, ridge: int) -> None:
    gpu = GPUS[key]
    found = hardware.ridge(flops_per_second=gpu.bf16_flops, bandwidth=gpu.bandwidth)
    assert round(found) == ridge


def test_fp8_doubles_bf16_where_it_exists() -> None:
    for gpu in GPUS.values():
        if gpu.fp8_flops is not None:
            assert gpu.fp8_flops == pytest.approx(2 * gpu.bf16_flops, rel=2e-3)
