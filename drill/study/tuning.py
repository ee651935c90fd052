"""FSRS weights fitted to a person's own answers, and whether they foresee later answers better.

Leaves out adopting them (sessions/tuning.py). The fit is the library's; what is measured is reckoned here and
held equal to the library's own measure in the tests. Source: open-spaced-repetition, srs-benchmark.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise
from typing import Literal, NamedTuple

import fsrs_rs_python as fsrs

from drill.study.calendar import days_between
from drill.study.deeds import grade_of
from drill.study.journal import Entry, Rating, item_of
from drill.study.memory import after, recall
from drill.study.record import settled
from drill.study.weights import DEFAULT, Weights

LEAST_REVIEWS = 400
EARLIER = 0.8
AVERAGED = 50
# in log loss; a smaller one moves every item of a journal for nothing
LEAST_GAIN = 0.001


class Review(NamedTuple):
    """An answer as FSRS sees it: the rating, and whole days since the one before (0 for the first)."""

    day: date
    rating: Rating
    elapsed: int


class Sample(NamedTuple):
    """A review on a later day than the one before, with all before it; the last is to be foreseen."""

    reviews: tuple[Review, ...]

    @property
    def known(self) -> bool:
        """Whether it was remembered."""
        return self.reviews[-1].rating > Rating.AGAIN


class Measure(NamedTuple):
    """How far predictions lie from what came: mean log loss, and RMSE over bins; lower is better."""

    log_loss: float
    rmse_bins: float


# weights of three kinds; always the earlier reviews' share; the share of the AVERAGED reviews before
Foreteller = Literal["fitted", "present", "default", "constant", "average"]


class Trial(NamedTuple):
    """What weights fitted to the earlier reviews are worth on the later ones, beside other foretellers."""

    weights: Weights
    earlier: int
    later: int
    measures: dict[Foreteller, Measure]

    @property
    def is_better(self) -> bool:
        """Whether the fitted weights foresee later answers better than the present ones."""
        return self.measures["fitted"].log_loss < self.measures["present"].log_loss - LEAST_GAIN


def samples(entries: Iterable[Entry]) -> list[Sample]:
    """Return every usable review of a journal, earlier days first."""
    by_item: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        item = item_of(entry.body)
        if item is not None:
            by_item[item].append(entry)
    found = [sample for of_item in by_item.values() for sample in _of_item(of_item)]
    return sorted(found, key=lambda sample: sample.reviews[-1].day)


def _of_item(entries: Sequence[Entry]) -> Iterator[Sample]:
    reviews = _reviews(settled(entries))
    for place, review in enumerate(reviews):
        if place and review.elapsed:
            yield Sample(tuple(reviews[: place + 1]))


def _reviews(entries: Iterable[Entry]) -> list[Review]:
    graded = [(entry.stamp.day, grade) for entry in entries if (grade := grade_of(entry))]
    # the first one lies no days after itself
    days = [day for day, _ in (*graded[:1], *graded)]
    gaps = [days_between(before, day) for before, day in pairwise(days)]
    return [Review(day, grade.rating, gap) for (day, grade), gap in zip(graded, gaps, strict=True)]


def trial(reviews: Sequence[Sample], present: Weights) -> Trial:
    """Fit weights to the earlier reviews and measure them on the later ones."""
    cut = int(EARLIER * len(reviews))
    earlier, later = reviews[:cut], reviews[cut:]
    weights = fit(earlier)
    known = [sample.known for sample in reviews]
    told: dict[Foreteller, list[float]] = {
        "fitted": foreseen(later, weights),
        "present": foreseen(later, present),
        "default": foreseen(later, DEFAULT),
        "constant": [_share(known[:cut])] * len(later),
        "average": [_share(known[max(0, at - AVERAGED) : at]) for at in range(cut, len(known))],
    }
    measures = {name: measure(later, predicted) for name, predicted in told.items()}
    return Trial(weights, len(earlier), len(later), measures)


def fit(reviews: Sequence[Sample]) -> Weights:
    """Return the weights that the library fits; its seed is fixed, so the same reviews give the same ones."""
    items = [library_item(sample) for sample in reviews]
    return tuple(fsrs.FSRS(list(DEFAULT)).compute_parameters(items))


def library_item(sample: Sample) -> fsrs.FSRSItem:
    """Return a sample as the library takes it."""
    return fsrs.FSRSItem([fsrs.FSRSReview(int(one.rating), one.elapsed) for one in sample.reviews])


def foreseen(reviews: Iterable[Sample], weights: Weights) -> list[float]:
    """Return the recall predicted for the last review of each sample."""
    return [_predicted(sample.reviews, weights) for sample in reviews]


def _predicted(reviews: Sequence[Review], weights: Weights) -> float:
    memory = None
    for review in reviews[:-1]:
        memory = after(memory, review.rating, elapsed=review.elapsed, weights=weights)
    if memory is None:
        raise ValueError("the first answer to an item can't be foreseen")
    return recall(memory, elapsed=reviews[-1].elapsed)


def measure(reviews: Sequence[Sample], predicted: Sequence[float]) -> Measure:
    """Return how far predictions lie from what came."""
    losses = [_loss(chance, known=one.known) for one, chance in zip(reviews, predicted, strict=True)]
    return Measure(math.fsum(losses) / len(losses), _rmse_bins(reviews, predicted))


def _loss(chance: float, *, known: bool) -> float:
    sure = min(max(chance, 1e-7), 1 - 1e-7)
    return -math.log(sure if known else 1 - sure)


def _rmse_bins(reviews: Sequence[Sample], predicted: Sequence[float]) -> float:
    """Compare mean prediction and mean recall in bins of samples alike in gap, length and lapses."""
    bins: dict[tuple[float, ...], list[float]] = defaultdict(list)
    for one, chance in zip(reviews, predicted, strict=True):
        bins[_bin(one)].append(chance - one.known)
    squares = (math.fsum(misses) ** 2 / len(misses) for misses in bins.values())
    return math.sqrt(math.fsum(squares) / len(reviews))


def _bin(sample: Sample) -> tuple[float, ...]:
    *history, last = sample.reviews
    long_gaps = [review for review in history if review.elapsed]
    lapses = sum(review.rating == Rating.AGAIN for review in long_gaps)
    return (
        _rung(last.elapsed, 2.48, 3.62, places=2),
        _rung(len(long_gaps) + 2, 1.99, 1.89),
        _rung(lapses, 1.65, 1.73) if lapses else 0,
    )


def _rung(number: int, scale: float, base: float, places: int = 0) -> float:
    return round(scale * base ** math.floor(math.log(number, base)), places)


def _share(known: Sequence[bool]) -> float:
    return sum(known) / len(known)
