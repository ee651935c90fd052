"""The load of days to come adds up: each scheduled item once, new ones by the plan, returns by hand."""

from collections import Counter
from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.forecast import DayLoad, Terms, comebacks, forecast, new_by_day
from drill.study.journal import Rating
from drill.study.memory import Memory, after, interval
from drill.study.record import LEECH_LAPSES, Record

TODAY = date(2026, 12, 10)
RECORDS = st.builds(
    Record,
    memory=st.builds(Memory, st.floats(0.5, 400), st.floats(1, 10)),
    due=st.none() | st.dates(TODAY - timedelta(days=40), TODAY + timedelta(days=60)),
    last_day=st.dates(TODAY - timedelta(days=90), TODAY),
    suspended=st.booleans(),
    lapses=st.sampled_from([0, LEECH_LAPSES]),
)


def terms(*, unseen: int = 0, a_day: int = 0, today: int = 0, longest: int = 365, days: int = 30) -> Terms:
    return Terms(TODAY, 0.9, longest, unseen, a_day, today, days=days)


@settings(deadline=None, max_examples=60)
@given(st.lists(RECORDS, max_size=20), st.integers(1, 60))
def test_what_is_scheduled_in_the_window_is_there_once(records: list[Record], days: int) -> None:
    loads = forecast(records, terms(days=days))
    last = TODAY + timedelta(days=days - 1)
    asked = [record.due for record in records if record.due and not record.is_aside and record.due <= last]
    assert sum(load.scheduled for load in loads) == len(asked)
    assert loads[0].scheduled == sum(due <= TODAY for due in asked)
    assert [load.day for load in loads] == [TODAY + timedelta(days=n) for n in range(days)]
    by_day = Counter(due for due in asked if due > TODAY)
    assert {load.day: load.scheduled for load in loads[1:] if load.scheduled} == by_day


@settings(deadline=None)
@given(st.integers(0, 200), st.integers(0, 20), st.integers(0, 20))
def test_new_items_come_by_the_plan_until_none_is_left(unseen: int, a_day: int, today: int) -> None:
    begun = new_by_day(terms(unseen=unseen, a_day=a_day, today=today))
    assert sum(begun.values()) == min(unseen, today + 29 * a_day)
    assert begun[TODAY] == min(unseen, today)
    assert max(begun.values()) <= max(a_day, today)


def test_no_item_is_begun_in_the_last_days_before_an_interview() -> None:
    begun = new_by_day(terms(unseen=99, a_day=3, today=3)._replace(interview=TODAY + timedelta(days=5)))
    assert list(begun.values())[:8] == [3, 3, 0, 0, 0, 0, 3, 3]


@settings(deadline=None, max_examples=40)
@given(st.floats(0.5, 60), st.integers(0, 30), st.integers(1, 20))
def test_comebacks_are_what_answering_well_would_bring(stability: float, since: int, longest: int) -> None:
    memory, last, day, expected = Memory(stability, 5.0), TODAY - timedelta(days=since), TODAY, []
    while day <= TODAY + timedelta(days=29):
        memory = after(memory, Rating.GOOD, elapsed=(day - last).days)
        last = day
        day += timedelta(days=max(1, min(longest, round(interval(memory, retention=0.9)))))
        expected.append(day)
    start = Memory(stability, 5.0)
    found = comebacks(start, TODAY - timedelta(days=since), TODAY, terms(longest=longest))
    assert list(found) == expected[:-1]


def test_a_new_item_comes_back_within_the_month() -> None:
    loads = forecast([], terms(unseen=1, a_day=1, today=1))
    assert [(n, load.items) for n, load in enumerate(loads) if load.items] == [(0, 1), (2, 1), (13, 1)]
    assert DayLoad(TODAY, 2, 3, 4).items == 9
