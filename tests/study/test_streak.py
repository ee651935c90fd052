"""Days in a row: over journeys, a moved rollover and a clock that was wrong."""

from collections import defaultdict
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.calendar import stamp
from drill.study.streak import streak_length


def streak(now: str, *answers: str, rollover: int = 4) -> int:
    """Return the streak at a local time after answers at local times, all with their offsets."""
    days: dict[date, list[datetime]] = defaultdict(list)
    for answer in answers:
        given = stamp(datetime.fromisoformat(answer), rollover=rollover)
        days[given.day].append(given.at)
    at = stamp(datetime.fromisoformat(now), rollover=rollover)
    return streak_length(at.day, at.at, has=days.__contains__, instants=days.__getitem__)


ROW = ("2026-05-01T21:00+02:00", "2026-05-02T08:00+02:00", "2026-05-04T03:30+02:00")


@pytest.mark.parametrize(
    ("now", "length"),
    [("2026-05-04T03:45", 3), ("2026-05-04T04:00", 3), ("2026-05-05T03:59", 3), ("2026-05-05T04:00", 0)],
)
def test_a_row_lives_until_a_whole_day_was_missed(now: str, length: int) -> None:
    assert streak(f"{now}+02:00", *ROW) == length


def test_no_answer_is_no_row() -> None:
    assert streak("2026-05-04T12:00+02:00") == 0


def test_a_day_missed_breaks_the_row() -> None:
    assert streak("2026-05-04T12:00+02:00", "2026-05-01T12:00+02:00", *ROW[2:]) == 1


def test_a_journey_to_the_east_skips_a_date_but_no_day() -> None:
    row = ("2026-04-30T20:00-11:00", "2026-05-01T20:00-11:00")
    # ten hours in a plane
    assert streak("2026-05-03T07:00+14:00", *row) == 2
    assert streak("2026-05-03T07:10+14:00", *row, "2026-05-03T07:00+14:00") == 3
    # and a day of rest there
    assert streak("2026-05-04T07:00+14:00", *row) == 0


def test_a_journey_to_the_west_takes_back_no_day() -> None:
    row = ("2026-05-01T09:00+14:00", "2026-05-02T09:00+14:00")
    # it is the 1st again, and the answers of the 2nd were given
    assert streak("2026-05-01T10:00-11:00", *row) == 2
    assert streak("2026-05-02T10:00-11:00", *row) == 2


def test_a_rollover_that_moves_makes_a_short_day_that_need_not_be_used() -> None:
    days = {
        date(2026, 5, 1): [datetime(2026, 5, 2, 3, tzinfo=UTC)],
        # from then on days begin at midnight: the 2nd had 21 hours
        date(2026, 5, 3): [datetime(2026, 5, 3, 0, 10, tzinfo=UTC)],
    }
    now = datetime(2026, 5, 3, 0, 20, tzinfo=UTC)
    assert streak_length(now.date(), now, has=days.__contains__, instants=days.__getitem__) == 2


def test_answers_of_a_clock_that_ran_ahead_wait_until_their_day() -> None:
    ahead = ("2026-05-04T12:00+02:00", "2026-05-05T12:00+02:00")
    assert streak("2026-05-04T13:00+02:00", *ahead) == 1
    assert streak("2026-05-03T13:00+02:00", *ahead) == 0
    assert streak("2026-05-05T13:00+02:00", *ahead) == 2


@given(st.sets(st.integers(0, 40)), st.integers(0, 23), st.integers(0, 45))
def test_at_home_it_is_the_plain_row_of_days(days: set[int], hour: int, today: int) -> None:
    start = datetime(2026, 5, 1, tzinfo=UTC)
    answers = {(start + timedelta(days=day)).date(): [start + timedelta(days=day, hours=12)] for day in days}
    now = start + timedelta(days=today, hours=12 + hour / 2)
    known = {day: at for day, at in answers.items() if at[0] <= now}
    length = streak_length(now.date(), now, has=answers.__contains__, instants=answers.__getitem__)
    day = now.date() if now.date() in known else now.date() - timedelta(days=1)
    plain = 0
    while day - timedelta(days=plain) in known:
        plain += 1
    assert length == plain
