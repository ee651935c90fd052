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
    (
        "observed_ttft_seconds",
        {"network_seconds": 0.04, "queue_seconds": 0.3, "prefill_seconds": 0.16},
        0.5,
    ),
    ("observed_ttft_seconds", {"network_seconds": 0, "queue_seconds": 0, "prefill_seconds": 0.266}, 0.266),
    ("tokens_within", {"budget_seconds": 1.5, "ttft_seconds": 0.3, "itl_seconds": 0.05}, 25),
    ("tokens_within", {"budget_seconds": 0.3, "ttft_seconds": 0.3, "itl_seconds": 0.05}, 1),
    ("tokens_within", {"budget_seconds": 0.2, "ttft_seconds": 0.3, "itl_seconds": 0.05}, 0),
    # 0.05 + 0.4 s + 0.05 s**2 at s = 1, 2 and 4
    (
        "extrapolated_ttft_seconds",
        {"fixed_seconds": 0.05, "once_seconds": 0.5, "twice_seconds": 1.05},
        2.45,
    ),
    ("extrapolated_ttft_seconds", {"fixed_seconds": 0, "once_seconds": 0.1, "twice_seconds": 0.2}, 0.4),
    (
        "largest_batch",
        {
            "itl_seconds": 0.015033,
            "weight_bytes": 16.0e9,
            "context": 8192,
            "kv_bytes_per_token": 131_072,
            "bandwidth": 3.35e12,
        },
        32,
    ),
    (
        "largest_batch",
        {
            "itl_seconds": 0.004,
            "weight_bytes": 16.0e9,
            "context": 8192,
            "kv_bytes_per_token": 131_072,
            "bandwidth": 3.35e12,
        },
        0,
    ),
    ("best_split_rate", {"gpus": 3, "prefill_rate": 5.6, "decode_rate": 10}, 10),
    ("best_split_rate", {"gpus": 8, "prefill_rate": 4, "decode_rate": 10}, 20),
    (
        "thinking_budget_tokens",
        {"budget_seconds": 10, "ttft_seconds": 0.5, "itl_seconds": 0.02, "reply_tokens": 200},
        276,
    ),
    (
        "thinking_budget_tokens",
        {"budget_seconds": 1, "ttft_seconds": 0.5, "itl_seconds": 0.02, "reply_tokens": 200},
        0,
    ),
    ("generation_rate", {"output_tokens": 18, "generation_seconds": 0.052479709}, 342.99),
    ("generation_rate", {"output_tokens": 300, "generation_seconds": 6}, 50),
    ("rate_at_context", {"empty_rate": 60, "measured_rate": 40, "times": 2}, 30),
    ("rate_at_context", {"empty_rate": 100, "measured_rate": 80, "times": 3}, 57.143),
    ("concurrency_ceiling", {"context": 8192, "kv_bytes_per_token": 131_072, "bandwidth": 2**30}, 1),
    ("concurrency_ceiling", {"context": 8000, "kv_bytes_per_token": 131_072, "bandwidth": 1e12}, 953.67),
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


def test_a_batch_without_a_cache_has_no_largest_size() -> None:
    with pytest.raises(ValueError, match="context"):
        latency.largest_batch(itl_seconds=1, weight_bytes=1, context=0, kv_bytes_per_token=1, bandwidth=1)


def test_tokens_that_take_no_time_have_no_last_one() -> None:
    with pytest.raises(ValueError, match="ITL above 0"):
        latency.tokens_within(budget_seconds=1, ttft_seconds=0, itl_seconds=0)


def test_one_gpu_cannot_be_split() -> None:
    with pytest.raises(ValueError, match="2 GPUs"):
        latency.best_split_rate(gpus=1, prefill_rate=1, decode_rate=1)
