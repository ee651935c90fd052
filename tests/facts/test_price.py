"""Examples of drill.facts.price: requests, cached prefixes and agents."""

import pytest

from drill.facts import price
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
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
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(price, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)
