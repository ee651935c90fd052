"""Examples of drill.facts.structured: token masks."""

import pytest

from drill.facts import structured
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("mask_bytes", {"batch": 1, "vocab": 128_256}, 16_032),
    ("mask_bytes", {"batch": 2, "vocab": 50_257}, 12_568),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(structured, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)
