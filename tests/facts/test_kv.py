"""Examples of drill.facts.kv: Llama-3, Qwen3 and DeepSeek-V3 figures."""

from collections.abc import Callable

import pytest

from drill.facts import kv
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("bytes_per_token", {"layers": 32, "kv_heads": 8, "head_dim": 128, "bytes_per_element": 2}, 131_072),
    ("bytes_per_token", {"layers": 80, "kv_heads": 8, "head_dim": 128, "bytes_per_element": 2}, 327_680),
    (
        "cache_bytes",
        {"layers": 32, "kv_heads": 8, "head_dim": 128, "tokens": 8192, "bytes_per_element": 2},
        2**30,
    ),
    (
        "cache_bytes",
        {"layers": 80, "kv_heads": 8, "head_dim": 128, "tokens": 131_072, "bytes_per_element": 2, "batch": 2},
        80 * 2**30,
    ),
    (
        "mla_bytes_per_token",
        {"layers": 61, "latent_dim": 512, "rope_dim": 64, "bytes_per_element": 2},
        70_272,
    ),
    ("mla_bytes_per_token", {"layers": 1, "latent_dim": 512, "rope_dim": 64, "bytes_per_element": 1}, 576),
    ("blocks_needed", {"tokens": 17, "block_size": 16}, 2),
    ("blocks_needed", {"tokens": 32_768, "block_size": 16}, 2048),
    ("paged_waste_tokens", {"tokens": 17, "block_size": 16}, 15),
    ("paged_waste_tokens", {"tokens": 32, "block_size": 16}, 0),
    ("reservation_waste_tokens", {"tokens": 500, "max_length": 2048}, 1548),
    ("reservation_waste_tokens", {"tokens": 2048, "max_length": 2048}, 0),
    ("slot", {"physical_block": 7, "position": 9, "block_size": 4}, 29),
    ("slot", {"physical_block": 0, "position": 3, "block_size": 16}, 3),
    ("prefix_hit_tokens", {"common": 10, "prompt": 20, "block_size": 4}, 8),
    ("prefix_hit_tokens", {"common": 32, "prompt": 32, "block_size": 16}, 16),
    (
        "sequences_that_fit",
        {
            "memory_bytes": 12_310_806_528,
            "utilization": 1,
            "weight_bytes": 0,
            "overhead_bytes": 0,
            "block_size": 16,
            "bytes_per_token": 147_456,
            "context": 32_768,
        },
        2,
    ),
    (
        "sequences_that_fit",
        {
            "memory_bytes": 80e9,
            "utilization": 0.9,
            "weight_bytes": 16.0e9,
            "overhead_bytes": 2e9,
            "block_size": 16,
            "bytes_per_token": 131_072,
            "context": 8192,
        },
        50,
    ),
    ("tokens_that_fit", {"room_bytes": 12_310_806_528, "bytes_per_token": 147_456}, 83_488),
    ("tokens_that_fit", {"room_bytes": 1_073_741_824, "bytes_per_token": 131_072}, 8192),
    (
        "transfer_seconds",
        {"tokens": 8192, "bytes_per_token": 131_072, "link_bytes_per_second": 5e10},
        0.021475,
    ),
    (
        "transfer_seconds",
        {"tokens": 1000, "bytes_per_token": 327_680, "link_bytes_per_second": 327_680_000},
        1,
    ),
    ("mla_in_kv_heads", {"latent_dim": 512, "rope_dim": 64, "head_dim": 128}, 2.25),
    ("mla_in_kv_heads", {"latent_dim": 256, "rope_dim": 32, "head_dim": 64}, 2.25),
    (
        "link_break_even",
        {"bytes_per_token": 131_072, "parameters": 8_030_261_248, "flops_per_second": 989e12, "mfu": 0.5},
        4.036e9,
    ),
    (
        "link_break_even",
        {"bytes_per_token": 1000, "parameters": 5e8, "flops_per_second": 1e12, "mfu": 1},
        1e6,
    ),
    ("rerun_tokens", {"prompt": 4, "output_tokens": 3}, 4 + 5 + 6),
    ("rerun_tokens", {"prompt": 100, "output_tokens": 100}, sum(range(100, 200))),
    (
        "window_share",
        {"local_layers": 20, "global_layers": 4, "context": 32_768, "window": 1024},
        0.192_708,
    ),
    ("window_share", {"local_layers": 5, "global_layers": 1, "context": 512, "window": 1024}, 1),
    ("gqa_ratio", {"heads": 64, "kv_heads": 8}, 1 / 8),
    ("gqa_ratio", {"heads": 32, "kv_heads": 32}, 1),
    (
        "window_token_layers",
        {"local_layers": 20, "global_layers": 4, "context": 32_768, "window": 1024},
        20 * 1024 + 4 * 32_768,
    ),
    (
        "window_token_layers",
        {"local_layers": 20, "global_layers": 4, "context": 512, "window": 1024},
        24 * 512,
    ),
    ("fresh_tokens", {"common": 1000, "prompt": 1400, "block_size": 16}, 408),
    ("fresh_tokens", {"common": 32, "prompt": 32, "block_size": 16}, 16),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(kv, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)


@pytest.mark.parametrize(
    "impossible",
    [
        lambda: kv.blocks_needed(tokens=1, block_size=0),
        lambda: kv.slot(physical_block=0, position=0, block_size=0),
        lambda: kv.tokens_that_fit(room_bytes=1, bytes_per_token=0),
        lambda: kv.transfer_seconds(tokens=1, bytes_per_token=1, link_bytes_per_second=0),
        lambda: kv.gqa_ratio(heads=0, kv_heads=1),
        lambda: kv.mla_in_kv_heads(latent_dim=512, rope_dim=64, head_dim=0),
        lambda: kv.link_break_even(bytes_per_token=1, parameters=0, flops_per_second=1, mfu=1),
        lambda: kv.window_share(local_layers=0, global_layers=0, context=1, window=1),
    ],
)
def test_division_by_zero_is_named(impossible: Callable[[], Number]) -> None:
    with pytest.raises(ValueError, match="needs"):
        impossible()


def test_weights_that_fill_the_memory_leave_no_sequence() -> None:
    fits = kv.sequences_that_fit(
        memory_bytes=80e9,
        utilization=0.9,
        weight_bytes=141e9,
        overhead_bytes=0,
        block_size=16,
        bytes_per_token=327_680,
        context=4096,
    )
    assert fits == 0
