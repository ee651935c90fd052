"""Examples of drill.facts.context: budgets, chats and YaRN."""

import pytest

from drill.facts import context
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("slot_context", {"context_size": 8192, "parallel": 4}, 2048),
    ("slot_context", {"context_size": 131_072, "parallel": 16}, 8192),
    (
        "chunks_that_fit",
        {
            "window": 32_000,
            "system": 1000,
            "tools": 2000,
            "history": 5000,
            "reserved_output": 4000,
            "chunk": 600,
        },
        33,
    ),
    (
        "chunks_that_fit",
        {"window": 4096, "system": 4000, "tools": 500, "history": 0, "reserved_output": 0, "chunk": 100},
        0,
    ),
    ("chat_input_tokens", {"turns": 4, "system": 100, "growth": 10}, 100 + 110 + 120 + 130),
    ("chat_input_tokens", {"turns": 20, "system": 1000, "growth": 300}, 77_000),
    ("yarn_logit_scale", {"factor": 4}, 1.2965),
    ("yarn_logit_scale", {"factor": 32}, 1.8133),
    ("yarn_query_scale", {"factor": 4}, 1.1386),
    ("yarn_query_scale", {"factor": 32}, 1.3466),
    (
        "cached_chat_tokens",
        {"turns": 4, "system": 100, "growth": 10, "read": 0.5},
        130 + (100 + 110 + 120) / 2,
    ),
    ("cached_chat_tokens", {"turns": 10, "system": 2000, "growth": 500, "read": 0.1}, 10_100),
    (
        "stuffing_break_even",  # call 18: 75,000 + 17 x 6,000 = 177,000 against 180,000; call 17 not yet
        {"document": 60_000, "retrieved": 10_000, "write": 1.25, "read": 0.1},
        18,
    ),
    ("stuffing_break_even", {"document": 20_000, "retrieved": 12_000, "write": 1.25, "read": 0.1}, 3),
    ("half_speed_context", {"weight_bytes": 16e9, "kv_bytes_per_token": 131_072}, 122_070),
    ("half_speed_context", {"weight_bytes": 2**32, "kv_bytes_per_token": 2**17}, 32_768),
    ("attention_growth", {"old_tokens": 1000, "new_tokens": 10_000}, 100),
    ("attention_growth", {"old_tokens": 8000, "new_tokens": 12_000}, 2.25),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(context, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)


def test_retrieval_below_the_price_of_a_cache_read_is_never_overtaken() -> None:
    with pytest.raises(ValueError, match="dearer"):
        context.stuffing_break_even(document=100_000, retrieved=5_000, write=1.25, read=0.1)
