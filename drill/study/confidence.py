"""Whether one was as right as one was sure: the Brier score, what it is made of, and the shares behind it.

Leaves out the list of sure misses (trouble.py) and charts (ui). Source: Murphy (1973), a new vector partition
of the probability score.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from drill.study.question import ItemId
from drill.study.tally import Answer

# what the three answers to "how sure are you?" are taken to forecast: a guess, fairly sure, sure
FORECASTS = {1: 0.35, 2: 0.70, 3: 0.95}
LEAST_RATED = 30
# a confidence, and whether the answer was right
Rated = tuple[int, bool]


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


def rated_answers(answers: Sequence[Answer]) -> list[Rated]:
    """Return confidence and outcome of each item's first answer of a day: then its explanation was seen."""
    # whoever never says how sure they are has nothing to wait for
    items = {answer.item for answer in answers if answer.confidence in FORECASTS}
    seen: set[tuple[ItemId, date]] = set()
    found = []
    for answer in (answer for answer in answers if answer.item in items):
        key = (answer.item, answer.day)
        if key not in seen and answer.confidence in FORECASTS:
            found.append((answer.confidence, answer.right))
        seen.add(key)
    return found


def brier(rated: Sequence[Rated]) -> Brier | None:
    """Return the score of what rated_answers found; None without any."""
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


def sureness(rated: Sequence[Rated]) -> list[Sureness]:
    """Return how often each confidence was right, the least sure first; none before LEAST_RATED answers."""
    return _groups(rated) if len(rated) >= LEAST_RATED else []


def _groups(rated: Sequence[Rated]) -> list[Sureness]:
    by_confidence: dict[int, list[bool]] = defaultdict(list)
    for confidence, right in rated:
        by_confidence[confidence].append(right)
    return [
        Sureness(confidence, FORECASTS[confidence], sum(rights) / len(rights), len(rights))
        for confidence, rights in sorted(by_confidence.items())
    ]
