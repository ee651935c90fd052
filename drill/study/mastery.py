"""How well topics stand.

Leaves out charts (ui) and where records come from (sessions).
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

# 90 % of a normal distribution lies within this many standard deviations
_Z90 = 1.645
LEAST_SEEN = 3


class Standing(NamedTuple):
    """A topic's mastery, 0 to 1, with its 90 % interval; `seen` of `total` items were answered."""

    topic: str
    mastery: float
    low: float
    high: float
    seen: int
    total: int


def standing(topic: str, recalls: Sequence[float], total: int) -> Standing:
    """Return a topic's standing: the share of its seen items that would be known now.

    The interval is that of a beta posterior over a uniform prior, by its normal approximation.
    """
    known, missed = sum(recalls), len(recalls) - sum(recalls)
    a, b = 1 + known, 1 + missed
    center = a / (a + b)
    spread = _Z90 * sqrt(a * b / ((a + b) ** 2 * (a + b + 1)))
    mastery = known / len(recalls) if recalls else 0.0
    return Standing(topic, mastery, max(0.0, center - spread), min(1.0, center + spread), len(recalls), total)


def weakest_and_strongest(standings: Iterable[Standing]) -> tuple[Standing | None, Standing | None]:
    """Return the two ends among topics with enough items seen; None where there are fewer than two."""
    ranked = sorted((s for s in standings if s.seen >= LEAST_SEEN), key=lambda s: (s.mastery, s.topic))
    return (ranked[0], ranked[-1]) if len(ranked) > 1 else (None, None)
