"""The fit recovers a memory that is known, and what is measured is what the library measures."""

import math
from datetime import UTC, date, datetime, timedelta
from random import Random

import fsrs_rs_python as fsrs
import pytest

from drill.study import tuning
from drill.study.ask import Ask
from drill.study.journal import Answered, DeviceId, Entry, EntryId, Payload, Rating, Rerated, Stamp, Undone
from drill.study.memory import Memory, after, interval, recall
from drill.study.question import ItemId
from drill.study.tuning import LEAST_REVIEWS, Sample, fit, foreseen, library_item, measure, samples, trial
from drill.study.weights import DEFAULT, Weights

START = date(2026, 1, 5)
# someone who begins weaker, gains more and forgets along a longer tail
LEARNER: Weights = tuple(
    {0: 0.6, 1: 2.6, 2: 1.2, 3: 3.3, 8: 1.4, 20: 0.3}.get(place, weight)
    for place, weight in enumerate(DEFAULT)
)


def answered(item: str, day: date, rating: Rating, number: int) -> Entry:
    body = Answered(Ask(ItemId(item), 1, {}, ()), "a", rating > 1, 1.0, rating, 5.0, day)
    return entry(body, day, number)


def entry(body: Payload, day: date, number: int) -> Entry:
    stamp = Stamp(datetime(day.year, day.month, day.day, 12, tzinfo=UTC), 0, day)
    return Entry(EntryId(f"id-{number}"), DeviceId("d"), number, stamp, body)


def life(rng: Random, items: int) -> list[Entry]:
    """Return a year's answers of the learner, asked about when a default schedule would."""
    found: list[Entry] = []
    for item in range(items):
        day, memory, known = START + timedelta(days=rng.randrange(90)), None, None
        while day < START + timedelta(days=365):
            rating = _answer(rng, known, day - found[-1].stamp.day if known else timedelta())
            gap = 0 if known is None else (day - found[-1].stamp.day).days
            known = after(known, rating, elapsed=gap, weights=LEARNER)
            memory = after(memory, rating, elapsed=gap)
            found.append(answered(f"item-{item}", day, rating, len(found)))
            day += timedelta(days=max(1, round(interval(memory, retention=0.9) * rng.uniform(0.7, 1.4))))
    return found


def _answer(rng: Random, known: Memory | None, gap: timedelta) -> Rating:
    if known is None:
        return rng.choices(list(Rating), [0.25, 0.1, 0.55, 0.1])[0]
    if rng.random() > recall(known, elapsed=gap.days):
        return Rating.AGAIN
    return rng.choices([Rating.HARD, Rating.GOOD, Rating.EASY], [0.15, 0.75, 0.1])[0]


@pytest.fixture(scope="module")
def reviews() -> list[Sample]:
    return samples(life(Random(7), 1000))


def test_a_known_memory_is_recovered(reviews: list[Sample]) -> None:
    tried = trial(reviews, DEFAULT)
    later = reviews[tried.earlier :]
    truth = foreseen(later, LEARNER)
    off = [abs(one - true) for one, true in zip(foreseen(later, tried.weights), truth, strict=True)]
    before = [abs(one - true) for one, true in zip(foreseen(later, DEFAULT), truth, strict=True)]
    assert sum(off) < 0.5 * sum(before)
    assert sum(off) / len(off) < 0.03
    # nothing foresees better than the truth, but for chance
    assert tried.measures["fitted"].log_loss < measure(later, truth).log_loss + 0.003
    assert tried.is_better
    assert tried.measures["present"] == tried.measures["default"]
    for other in ("default", "constant", "average"):
        assert tried.measures["fitted"].log_loss < tried.measures[other].log_loss


def test_the_library_measures_alike(reviews: list[Sample]) -> None:
    """The library counts later samples up to four times as much; so counted, the figures are its own."""
    later = reviews[-400:]
    theirs = fsrs.FSRS(list(LEARNER)).evaluate([library_item(sample) for sample in later])
    predicted = foreseen(later, LEARNER)
    counted = [0.25 + 0.75 * (place / (len(later) - 1)) ** 3 for place in range(len(later))]
    losses = [tuning._loss(chance, known=one.known) for one, chance in zip(later, predicted, strict=True)]
    ours = sum(map(math.prod, zip(losses, counted, strict=True))) / sum(counted)
    assert ours == pytest.approx(theirs.log_loss, rel=1e-5)
    bins: dict[tuple[float, ...], list[tuple[float, float]]] = {}
    for one, chance, count in zip(later, predicted, counted, strict=True):
        bins.setdefault(tuning._bin(one), []).append((chance - one.known, count))
    squares = (
        (sum(miss for miss, _ in misses) / len(misses)) ** 2 * sum(count for _, count in misses)
        for misses in bins.values()
    )
    assert math.sqrt(sum(squares) / sum(counted)) == pytest.approx(theirs.rmse_bins, rel=1e-4)


def test_the_same_reviews_give_the_same_weights(reviews: list[Sample]) -> None:
    assert fit(reviews) == fit(reviews)


def test_only_answers_on_a_later_day_can_be_foreseen() -> None:
    days = (0, 0, 3, 3, 7)
    entries = [answered("a", START + timedelta(days=day), Rating.GOOD, n) for n, day in enumerate(days)]
    found = samples(entries)
    assert [[review.elapsed for review in sample.reviews] for sample in found] == [[0, 0, 3], [0, 0, 3, 0, 4]]


def test_an_item_without_a_review_gives_nothing() -> None:
    """All of its answers were undone, or left the schedule alone as a test's and cram's do."""
    only = answered("undone", START, Rating.GOOD, 1)
    undone = entry(Undone(only.id, ItemId("undone")), START, 2)
    cram = entry(Answered(Ask(ItemId("cram"), 1, {}, ()), "a", True, 1.0, Rating.GOOD, 5.0, None), START, 3)
    assert samples([only, undone, cram]) == []


def test_what_was_undone_or_rated_anew_counts_as_it_stands() -> None:
    entries = [answered("a", START + timedelta(days=n), Rating.GOOD, n) for n in range(4)]
    day = START + timedelta(days=9)
    entries.append(entry(Undone(EntryId("id-1"), ItemId("a")), day, 10))
    entries.append(entry(Rerated(EntryId("id-3"), ItemId("a"), Rating.AGAIN, day), day, 11))
    found = samples(entries)
    assert [[review.elapsed for review in sample.reviews] for sample in found] == [[0, 2], [0, 2, 1]]
    assert [sample.known for sample in found] == [True, False]


@pytest.mark.parametrize("rating", [Rating.AGAIN, Rating.GOOD, Rating.EASY])
@pytest.mark.parametrize("gap", [1, 5, 30_000])
def test_odd_journals_are_fitted_too(rating: Rating, gap: int) -> None:
    days = [date.fromordinal(700_000 + n * gap) for n in range(6)]
    entries = [answered(f"i{i}", day, rating, i) for i in range(LEAST_REVIEWS // 5) for day in days]
    tried = trial(samples(entries), DEFAULT)
    assert all(math.isfinite(figure) for one in tried.measures.values() for figure in one)
