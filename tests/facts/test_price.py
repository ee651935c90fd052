"""Examples of drill.facts.price: requests, cached prefixes and agents."""

import pytest

from drill.facts import price
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    (
        "gpu_request_dollars",
        {
            "input_tokens": 4000,
            "output_tokens": 400,
            "prefill_tokens_per_second": 20_000,
            "decode_tokens_per_second": 2000,
            "dollars_per_hour": 3.6,
        },
        0.0004,
    ),
    (
        "gpu_request_dollars",
        {
            "input_tokens": 0,
            "output_tokens": 1_000_000,
            "prefill_tokens_per_second": 1,
            "decode_tokens_per_second": 2500,
            "dollars_per_hour": 2.5,
        },
        0.27778,
    ),
    ("break_even_tokens", {"fixed_dollars": 480, "api_price": 1, "own_price": 0.2}, 600e6),
    ("break_even_tokens", {"fixed_dollars": 100, "api_price": 0.5, "own_price": 0}, 200e6),
    ("equal_price", {"price": 2, "chars_per_token": 3.2, "other_chars_per_token": 4.8}, 3),
    ("equal_price", {"price": 1, "chars_per_token": 3.94, "other_chars_per_token": 3.17}, 0.80457),
    (
        "request_dollars",
        {"input_tokens": 10_000, "output_tokens": 500, "input_price": 3, "output_price": 15},
        0.0375,
    ),
    (
        "request_dollars",
        {"input_tokens": 1_000_000, "output_tokens": 0, "input_price": 2.5, "output_price": 10},
        2.5,
    ),
    ("cached_prefix_ratio", {"calls": 20, "write": 1.25, "read": 0.1}, 0.1575),
    ("cached_prefix_ratio", {"calls": 20, "write": 2, "read": 0.1}, 0.195),
    (
        "cached_input_dollars",
        {
            "calls": 20,
            "writes": 1,
            "prefix": 5000,
            "tail": 0,
            "input_price": 10,
            "write": 1.25,
            "read": 0.1,
        },
        0.1575,
    ),
    (
        "cached_input_dollars",
        {
            "calls": 10,
            "writes": 2,
            "prefix": 10_000,
            "tail": 500,
            "input_price": 2,
            "write": 1.25,
            "read": 0.1,
        },
        0.076,
    ),
    (
        "blended_request_dollars",
        {
            "input_tokens": 10_000,
            "output_tokens": 500,
            "input_price": 3,
            "output_price": 15,
            "hit_rate": 0,
            "read": 0.1,
        },
        0.0375,
    ),
    (
        "blended_request_dollars",
        {
            "input_tokens": 10_000,
            "output_tokens": 0,
            "input_price": 3,
            "output_price": 15,
            "hit_rate": 0.8,
            "read": 0.1,
        },
        0.0084,
    ),
    ("per_million_tokens", {"dollars_per_hour": 2.5, "tokens_per_second": 2500}, 0.27778),
    ("per_million_tokens", {"dollars_per_hour": 3.6, "tokens_per_second": 1000}, 1),
    ("agent_input_tokens", {"turns": 10, "prompt": 5000, "growth": 1000}, 95_000),
    ("agent_input_tokens", {"turns": 1, "prompt": 5000, "growth": 1000}, 5000),
    ("tool_definition_tokens", {"tools": 20, "tokens_per_tool": 150, "calls": 10}, 30_000),
    ("tool_definition_tokens", {"tools": 1, "tokens_per_tool": 200, "calls": 1}, 200),
    ("parallel_calls_saving", {"calls": 4, "prompt": 5000, "growth": 500}, 18_000),
    ("parallel_calls_saving", {"calls": 1, "prompt": 5000, "growth": 500}, 0),
    (
        "solved_dollars",
        {"input_tokens": 2000, "output_tokens": 5000, "input_price": 2, "output_price": 10, "success": 0.6},
        0.09,
    ),
    (
        "solved_dollars",
        {"input_tokens": 0, "output_tokens": 1000, "input_price": 1, "output_price": 8, "success": 0.25},
        0.032,
    ),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(price, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)


def test_what_never_succeeds_has_no_price() -> None:
    with pytest.raises(ValueError, match="success"):
        price.solved_dollars(input_tokens=1, output_tokens=1, input_price=1, output_price=1, success=0)
