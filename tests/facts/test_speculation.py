"""Examples of drill.facts.speculation: figures of Leviathan et al. 2023 recomputed."""

import pytest

from drill.facts import speculation
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("expected_tokens", {"acceptance": 0.8, "draft_tokens": 4}, 3.3616),
    ("expected_tokens", {"acceptance": 0.6, "draft_tokens": 4}, 2.3056),
    ("expected_tokens", {"acceptance": 1, "draft_tokens": 4}, 5),
    ("speedup", {"acceptance": 0.8, "draft_tokens": 4, "draft_cost": 0.05}, 2.80133),
    ("speedup", {"acceptance": 0.8, "draft_tokens": 4, "draft_cost": 0.2}, 1.86756),
    ("acceptance3", {"p1": 0.6, "p2": 0.3, "p3": 0.1, "q1": 0.4, "q2": 0.4, "q3": 0.2}, 0.8),
    ("acceptance3", {"p1": 0.5, "p2": 0.5, "p3": 0, "q1": 0.5, "q2": 0.5, "q3": 0}, 1),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(speculation, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)
