"""Examples of drill.facts.hardware: ridge points, quantized formats and experts."""

import pytest

from drill.facts import hardware
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("absmax_scale", {"largest": 672, "format_max": 448}, 1.5),
    ("absmax_scale", {"largest": 254, "format_max": 127}, 2),
    ("ridge", {"flops_per_second": 989.0e12, "bandwidth": 3.35e12}, 295.22),
    ("ridge", {"flops_per_second": 312.0e12, "bandwidth": 2.039e12}, 153.02),
    ("attainable_flops", {"flops_per_second": 989.0e12, "bandwidth": 3.35e12, "intensity": 1}, 3.35e12),
    ("attainable_flops", {"flops_per_second": 989.0e12, "bandwidth": 3.35e12, "intensity": 1000}, 989e12),
    ("gemm_intensity", {"m": 1, "n": 4096, "k": 4096, "bytes_per_element": 2}, 0.99951),
    ("gemm_intensity", {"m": 3000, "n": 3000, "k": 3000, "bytes_per_element": 2}, 1000),
    ("critical_batch", {"flops_per_second": 989.0e12, "bandwidth": 3.35e12, "bytes_per_weight": 2}, 295.22),
    ("critical_batch", {"flops_per_second": 989.0e12, "bandwidth": 3.35e12, "bytes_per_weight": 0.5}, 73.806),
    ("quantized_bits", {"bits": 4, "overhead_bits": 16, "group": 128}, 4.125),
    ("quantized_bits", {"bits": 8, "overhead_bits": 16, "group": 32}, 8.5),
    ("weight_bytes", {"parameters": 70.55e9, "bits": 4.84}, 42.683e9),
    ("weight_bytes", {"parameters": 8e9, "bits": 16}, 16e9),
    ("bubble_share", {"stages": 4, "microbatches": 1}, 0.75),
    ("bubble_share", {"stages": 4, "microbatches": 12}, 0.2),
    ("experts_hit", {"experts": 256, "active": 8, "tokens": 16}, 101.95),
    ("experts_hit", {"experts": 256, "active": 8, "tokens": 64}, 222.45),
    (
        # Qwen3-30B-A3B: 30.53e9 parameters less attention, embeddings and routers
        "expert_weight_bytes",
        {"layers": 48, "experts": 128, "hidden": 2048, "expert_width": 768, "bytes_per_weight": 1},
        28.991e9,
    ),
    (
        # DeepSeek-V3, routed experts: 671e9 parameters in all
        "expert_weight_bytes",
        {"layers": 58, "experts": 256, "hidden": 7168, "expert_width": 2048, "bytes_per_weight": 1},
        653.9e9,
    ),
    (
        "expert_bytes_read",
        {"layers": 1, "experts": 256, "active": 8, "tokens": 16, "bytes_per_expert": 1},
        101.95,
    ),
    (
        "expert_bytes_read",
        {"layers": 48, "experts": 128, "active": 8, "tokens": 1, "bytes_per_expert": 9_437_184},
        3.62387e9,
    ),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(hardware, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)


def test_no_pipeline_at_all_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1 stage"):
        hardware.bubble_share(stages=0, microbatches=1)
