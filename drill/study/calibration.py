"""Whether predicted recall came true: over all answers, and by how sure the prediction was.

Leaves out charts (ui) and how recall is predicted (memory.py).
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from drill.study.tally import Answer

# most items come back near 0.9, so the steps there are finer
_EDGES = (0.0, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)


class Bin(NamedTuple):
    """Answers whose predicted recall lay from `low` up to `high`: its mean, the share right, how many."""

    low: float
    high: float
    predicted: float
    measured: float
    answers: int


def calibration(answers: Iterable[Answer]) -> tuple[float, float] | None:
    """Return measured and predicted recall over the answers that tested memory; None without any."""
    tests = [(answer.right, answer.predicted) for answer in answers if answer.predicted is not None]
    if not tests:
        return None
    return sum(right for right, _ in tests) / len(tests), sum(predicted for _, predicted in tests) / len(
        tests
    )


def calibration_bins(answers: Iterable[Answer]) -> list[Bin]:
    """Return the answers that tested memory by their predicted recall, bins without any left out."""
    tests: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for answer in answers:
        predicted = answer.predicted
        if predicted is not None:
            tests[bisect_right(_EDGES, predicted)].append((predicted, answer.right))
    return [_bin(edge, tests[edge]) for edge in sorted(tests)]


def _bin(edge: int, tests: list[tuple[float, bool]]) -> Bin:
    predicted, right = (sum(column) / len(tests) for column in zip(*tests, strict=True))
    return Bin(_EDGES[edge - 1], _EDGES[edge], predicted, right, len(tests))
