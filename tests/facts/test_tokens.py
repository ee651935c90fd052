"""Examples of drill.facts.tokens: the 0.75 rule and figures of tokenizers' reports."""

import pytest

from drill.facts import tokens
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("from_words", {"words": 750}, 1000),
    ("from_words", {"words": 300, "words_per_token": 0.6}, 500),
    ("saving", {"old_chars_per_token": 3.17, "new_chars_per_token": 3.94}, 0.19543),
    ("saving", {"old_chars_per_token": 2, "new_chars_per_token": 4}, 0.5),
    ("vocabulary", {"merges": 50_000, "specials": 1}, 50_257),
    ("vocabulary", {"merges": 0, "specials": 0}, 256),
    ("premium", {"tokens_language": 600, "tokens_english": 120}, 5),
    ("premium", {"tokens_language": 1500, "tokens_english": 100}, 15),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(tokens, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)
