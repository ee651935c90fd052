"""Study days by the wall clock: rollover, daylight saving, journeys, a clock that goes back."""

from datetime import UTC, date, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.calendar import days_between, stamp, study_day

BERLIN, KOLKATA = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Kolkata")


@pytest.mark.parametrize(
    ("clock", "day"), [("22:00", 10), ("23:59", 10), ("00:00", 9), ("03:59", 9), ("04:00", 10)]
)
@pytest.mark.parametrize("zone", [UTC, BERLIN, KOLKATA, ZoneInfo("America/St_Johns")])
def test_the_day_turns_over_at_four_by_the_wall_clock(clock: str, day: int, zone: ZoneInfo) -> None:
    local = datetime.fromisoformat(f"2026-01-10T{clock}").replace(tzinfo=zone)
    assert study_day(local) == date(2026, 1, day)


def test_an_evening_in_kolkata_and_the_next_morning_are_one_day_apart() -> None:
    evening, night, morning = (
        study_day(datetime.fromisoformat(at).replace(tzinfo=KOLKATA))
        for at in ("2026-01-10T22:00", "2026-01-11T03:59", "2026-01-11T04:00")
    )
    assert (days_between(evening, night), days_between(evening, morning)) == (0, 1)


@pytest.mark.parametrize("rollover", [0, 4, 12])
def test_the_rollover_is_a_setting(rollover: int) -> None:
    at = datetime(2026, 1, 10, rollover, tzinfo=BERLIN)
    assert study_day(at, rollover=rollover) == date(2026, 1, 10)
    assert study_day(at - timedelta(minutes=1), rollover=rollover) == date(2026, 1, 9)


@pytest.mark.parametrize("night", [date(2026, 3, 29), date(2026, 10, 25)])
def test_daylight_saving_moves_no_rollover(night: date) -> None:
    before = datetime(night.year, night.month, night.day, 3, 59, tzinfo=BERLIN)
    assert study_day(before) == night - timedelta(days=1)
    assert study_day(before + timedelta(minutes=1)) == night
    # the half hour before midnight belongs to the day that changed its clocks, whatever the offset was
    assert study_day(datetime(night.year, night.month, night.day, 23, 28, tzinfo=BERLIN), rollover=0) == night


@pytest.mark.parametrize("fold", [0, 1])
def test_both_hours_that_the_clock_shows_twice_belong_to_the_night_before(fold: int) -> None:
    assert study_day(datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN, fold=fold)) == date(2026, 10, 24)


def test_a_stamp_keeps_the_offset_in_force_at_that_moment() -> None:
    summer = stamp(datetime(2026, 8, 2, 4, 30, tzinfo=BERLIN))
    assert (summer.at, summer.offset, summer.day) == (
        datetime(2026, 8, 2, 2, 30, tzinfo=UTC),
        120,
        date(2026, 8, 2),
    )
    assert stamp(datetime(2026, 1, 10, 9, tzinfo=KOLKATA)).offset == 330
    assert stamp(datetime(2026, 1, 10, 9, tzinfo=ZoneInfo("America/St_Johns"))).offset == -210


def test_a_stamp_of_a_time_without_an_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="UTC offset"):
        stamp(datetime(2026, 1, 10, 9))  # noqa: DTZ001 - the fault under test


def test_a_journey_over_the_date_line_gives_the_day_of_the_place() -> None:
    instant = datetime(2026, 5, 1, 12, tzinfo=UTC)
    west, east = (stamp(instant.astimezone(ZoneInfo(z))) for z in ("Pacific/Pago_Pago", "Pacific/Kiritimati"))
    assert west.at == east.at
    assert (west.day, east.day) == (date(2026, 4, 30), date(2026, 5, 1))
    assert (days_between(west.day, east.day), days_between(east.day, west.day)) == (1, 0)


def test_intervals_are_whole_days_and_not_24_hours() -> None:
    evening, next_evening = (
        datetime(2026, 1, 5, 21, tzinfo=BERLIN),
        datetime(2026, 1, 6, 20, 30, tzinfo=BERLIN),
    )
    assert days_between(study_day(evening), study_day(next_evening)) == 1


@given(st.dates(), st.dates())
def test_elapsed_days_are_never_negative(earlier: date, later: date) -> None:
    assert days_between(earlier, later) == max(0, later.toordinal() - earlier.toordinal())


@given(st.integers(0, 2**31), st.sampled_from([UTC, BERLIN, KOLKATA]), st.integers(0, 12))
def test_a_study_day_is_the_date_or_the_one_before(epoch: int, zone: tzinfo, rollover: int) -> None:
    local = datetime.fromtimestamp(epoch, zone)
    ahead = (local.date() - study_day(local, rollover=rollover)).days
    assert ahead == (local.hour < rollover)
