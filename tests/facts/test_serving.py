"""Examples of drill.facts.serving: batches and admission."""

import pytest

from drill.facts import serving
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("static_batch_useful", {"longest": 2000, "mean_tokens": 500}, 0.25),
    ("static_batch_useful", {"longest": 100, "mean_tokens": 100}, 1),
    ("max_admitted", {"max_sequences": 256, "kv_tokens": 83_488, "tokens_per_sequence": 8192}, 10),
    ("max_admitted", {"max_sequences": 8, "kv_tokens": 83_488, "tokens_per_sequence": 1024}, 8),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(serving, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)
