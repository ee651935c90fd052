"""Examples of drill.facts.latency: Llama-3-8B on an H100 and the seed's request."""

import pytest

from drill.facts import latency
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("total_seconds", {"ttft_seconds": 0.5, "itl_seconds": 0.02, "output_tokens": 1}, 0.5),
    ("total_seconds", {"ttft_seconds": 0.3, "itl_seconds": 0.05, "output_tokens": 11}, 0.8),
    ("tpot_seconds", {"end_to_end_seconds": 0.8, "ttft_seconds": 0.3, "output_tokens": 11}, 0.05),
    ("tpot_seconds", {"end_to_end_seconds": 2.5, "ttft_seconds": 0.5, "output_tokens": 101}, 0.02),
    (
        "prefill_linear_seconds",
        {"parameters": 8.03e9, "prompt_tokens": 8192, "flops_per_second": 989.0e12, "mfu": 0.5},
        0.26605,
    ),
    (
        "prefill_linear_seconds",
        {"parameters": 7e10, "prompt_tokens": 1000, "flops_per_second": 140.0e12, "mfu": 0.5},
        2,
    ),
    (
        "prefill_seconds",
        {
            "parameters": 8.03e9,
            "layers": 32,
            "heads": 32,
            "head_dim": 128,
            "prompt_tokens": 8192,
            "flops_per_second": 989.0e12,
            "mfu": 0.5,
        },
        0.30163,
    ),
    (
        "prefill_seconds",
        {
            "parameters": 0,
            "layers": 1,
            "heads": 1,
            "head_dim": 1,
            "prompt_tokens": 1000,
            "flops_per_second": 1e6,
            "mfu": 1,
        },
        2,
    ),
    (
        "decode_step_seconds",
        {
            "weight_bytes": 16_060_522_496,
            "batch": 1,
            "context": 0,
            "kv_bytes_per_token": 131_072,
            "bandwidth": 3.35e12,
        },
        0.0047942,
    ),
    (
        "decode_step_seconds",
        {
            "weight_bytes": 16.0e9,
            "batch": 32,
            "context": 8192,
            "kv_bytes_per_token": 131_072,
            "bandwidth": 3.35e12,
        },
        0.015033,
    ),
    ("decode_tokens_per_second", {"weight_bytes": 16_060_522_496, "bandwidth": 3.35e12}, 208.586),
    ("decode_tokens_per_second", {"weight_bytes": 16_060_522_496, "bandwidth": 4.8e12}, 298.869),
    ("chunked_prefill_steps", {"prompt_tokens": 60_000, "token_budget": 2048, "running_decodes": 48}, 30),
    ("chunked_prefill_steps", {"prompt_tokens": 8001, "token_budget": 8192, "running_decodes": 192}, 2),
    ("thinking_wait_seconds", {"ttft_seconds": 0.5, "thinking_tokens": 2000, "itl_seconds": 0.02}, 40.5),
    ("thinking_wait_seconds", {"ttft_seconds": 0.5, "thinking_tokens": 0, "itl_seconds": 0.02}, 0.5),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(latency, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)


def test_one_output_token_has_no_time_per_output_token() -> None:
    with pytest.raises(ValueError, match="2 output tokens"):
        latency.tpot_seconds(end_to_end_seconds=1, ttft_seconds=1, output_tokens=1)


def test_a_budget_that_decodes_eat_up_never_ends_the_prefill() -> None:
    with pytest.raises(ValueError, match="budget"):
        latency.chunked_prefill_steps(prompt_tokens=1, token_budget=256, running_decodes=256)
