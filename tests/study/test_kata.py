"""An attempt as a fold over its entries, the rating table, the least interval."""

from datetime import UTC, date, datetime, timedelta

import pytest

from drill.study.journal import (
    DeviceId,
    Entry,
    EntryId,
    GaveUp,
    HintTaken,
    KataStarted,
    Known,
    Stamp,
    Submitted,
)
from drill.study.kata import LONGEST_MINUTES, closes, kata_due, kata_item, open_attempt, slug_of

ITEM = kata_item("softmax")
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def entries(*bodies: Known) -> list[Entry]:
    return [
        Entry(EntryId(str(n)), DeviceId("d"), n, Stamp(NOON + timedelta(minutes=n), 0, NOON.date()), body)
        for n, body in enumerate(bodies)
    ]


def submitted(outcome: str, source: str = "s") -> Submitted:
    return Submitted(ITEM, outcome, 0, 1, 1.0, False, "f", source)


STARTED = KataStarted(ITEM, 10)


def test_an_attempt_counts_hints_and_failures() -> None:
    bodies = (
        STARTED,
        HintTaken(ITEM, 1),
        submitted("failed", "a"),
        submitted("not started"),
        HintTaken(ITEM, 2),
    )

    attempt = open_attempt(entries(*bodies))

    assert attempt is not None
    assert (attempt.hints, attempt.failed, attempt.source) == (2, 1, "a")
    assert attempt.deadline() == NOON + timedelta(minutes=10)
    assert not attempt.is_late(NOON + timedelta(minutes=10))
    assert attempt.is_late(NOON + timedelta(minutes=11))


def test_a_clock_too_long_for_a_date_still_runs() -> None:
    attempt = open_attempt(entries(KataStarted(ITEM, 1e300)))

    assert attempt is not None
    assert attempt.minutes == LONGEST_MINUTES
    assert not attempt.is_late(NOON + timedelta(days=60))


@pytest.mark.parametrize("end", [submitted("passed"), GaveUp(ITEM, date(2026, 5, 5))])
def test_an_end_forgets_what_was_told(end: Known) -> None:
    assert open_attempt(entries(STARTED, HintTaken(ITEM, 1), end)) is None
    again = open_attempt(entries(STARTED, HintTaken(ITEM, 1), end, STARTED))
    assert again is not None
    assert again.hints == 0


def test_beginning_anew_sets_the_clock_alone() -> None:
    again = open_attempt(entries(STARTED, HintTaken(ITEM, 1), submitted("failed"), KataStarted(ITEM, None)))

    assert again is not None
    assert (again.hints, again.failed, again.minutes, again.deadline()) == (1, 1, None, None)


def test_only_a_pass_and_giving_up_close() -> None:
    bodies = (STARTED, submitted("failed"), submitted("passed"), GaveUp(ITEM, date(2026, 5, 5)))

    assert [closes(entry) for entry in entries(*bodies)] == [False, False, True, True]


def test_the_least_interval_is_three_days_unless_given_up() -> None:
    day, soon, late = date(2026, 5, 4), date(2026, 5, 5), date(2026, 6, 1)

    assert kata_due(day, soon, gave_up=False) == date(2026, 5, 7)
    assert kata_due(day, soon, gave_up=True) == soon
    assert kata_due(day, late, gave_up=False) == late


def test_items_and_slugs() -> None:
    assert slug_of(ITEM) == "softmax"
    assert slug_of("kv-prefix") is None
