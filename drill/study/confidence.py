"""Whether one was as right as one was sure: the Brier score, what it is made of, and the shares behind it.

Leaves out the list of sure misses (trouble.py) and charts (ui). Source: Murphy (1973), a new vector partition
of the probability score.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from drill.study.question import ItemId
from drill.study.tally import Answer

# what the three answers to "how sure are you?" are taken to forecast: a guess, fairly sure, sure
FORECASTS = {1: 0.35, 2: 0.70, 3: 0.95}
LEAST_RATED = 30


class Brier(NamedTuple):
    """The mean squared distance of forecasts from what came: reliability - resolution + uncertainty.

    Reliability is how far the shares right lie from the forecasts (0 is best), resolution how far they lie
    from one another, uncertainty the score of forecasting always the same share.
    """

    score: float
    reliability: float
    resolution: float
    uncertainty: float
    answers: int


class Sureness(NamedTuple):
    """The answers given with one confidence, 1 to 3: what it forecasts, the share right, how many."""

    confidence: int
    forecast: float
    right: float
    answers: int


def brier(answers: Iterable[Answer]) -> Brier | None:
    """Return the score of the forecasts that count; None without any."""
    rated = _rated(answers)
    if not rated:
        return None
    count = len(rated)
    share = sum(right for _, right in rated) / count
    groups = _groups(rated)
    return Brier(
        score=sum((FORECASTS[confidence] - right) ** 2 for confidence, right in rated) / count,
        reliability=sum(one.answers * (one.forecast - one.right) ** 2 for one in groups) / count,
        resolution=sum(one.answers * (one.right - share) ** 2 for one in groups) / count,
        uncertainty=share * (1 - share),
        answers=count,
    )


def sureness(answers: Iterable[Answer]) -> list[Sureness]:
    """Return how often each confidence was right, the least sure first; none before LEAST_RATED answers."""
    rated = _rated(answers)
    return _groups(rated) if len(rated) >= LEAST_RATED else []


def _rated(answers: Iterable[Answer]) -> list[tuple[int, bool]]:
    """Return confidence and outcome of each item's first answer of a day: then its explanation was seen."""
    seen: set[tuple[ItemId, object]] = set()
    found = []
    for answer in answers:
        key = (answer.item, answer.day)
        if key not in seen and answer.confidence in FORECASTS:
            found.append((answer.confidence, answer.right))
        seen.add(key)
    return found


def _groups(rated: Sequence[tuple[int, bool]]) -> list[Sureness]:
    by_confidence: dict[int, list[bool]] = defaultdict(list)
    for confidence, right in rated:
        by_confidence[confidence].append(right)
    return [
        Sureness(confidence, FORECASTS[confidence], sum(rights) / len(rights), len(rights))
        for confidence, rights in sorted(by_confidence.items())
    ]
