"""The plan of the days up to an interview: within the minutes, nothing new at the end, better than none."""

from datetime import date, timedelta
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.campaign import Campaign, DayPlan, Shelf, Start, plan
from drill.study.countdown import LAST_DAYS
from drill.study.kata_day import Shelved
from drill.study.memory import Memory
from drill.study.mock import MINUTES
from drill.study.overview import TodayKata
from drill.study.question import ItemId
from drill.study.record import Record
from drill.study.settings import settings_of

TODAY = date(2026, 12, 1)
PACE = 45.0


def seen(count: int, seed: int) -> dict[ItemId, Record]:
    """Return items answered in the last fortnight, at their due days or near them."""
    rng = Random(seed)
    records = {}
    for n in range(count):
        stability = rng.uniform(0.5, 20)
        last = TODAY - timedelta(days=rng.randrange(1, 14))
        due = last + timedelta(days=max(1, round(stability)))
        records[ItemId(f"seen-{n}")] = Record(Memory(stability, 5.0), due, last, last, answers=1)
    return records


def shelf(*, count: int = 0, unseen: int = 0, katas: int = 0, seed: int = 1) -> Shelf:
    return Shelf(
        seen(count, seed),
        [ItemId(f"new-{n}") for n in range(unseen)],
        [Shelved(f"kata-{n}", 12.0, 8.0, Record()) for n in range(katas)],
    )


def start(days: int, *, minutes: int = 20, knows: float = 0.0, **values: str) -> Start:
    room = int(60 * minutes / PACE)
    return Start(
        TODAY,
        TODAY + timedelta(days=days),
        settings_of({"minutes": str(minutes), **values}),
        PACE,
        max(1, room),
        kata_minutes=15.0,
        knows=knows,
    )


def made(shelf: Shelf, start: Start) -> Campaign:
    return plan(shelf, start, rng=Random(0))


SIZES = (st.integers(0, 60), st.integers(0, 60), st.integers(0, 8), st.integers(0, 40), st.integers(1, 60))


@settings(deadline=None, max_examples=40)
@given(*SIZES, st.floats(0, 0.8))
def test_any_plan(count: int, unseen: int, katas: int, days: int, minutes: int, knows: float) -> None:
    given_shelf = shelf(count=count, unseen=unseen, katas=katas, seed=days)
    campaign = made(given_shelf, start(days, minutes=minutes, knows=knows))
    assert [day.day for day in campaign.days] == [TODAY + timedelta(days=n) for n in range(days)]
    assert all(day.seconds <= max(PACE, 60 * minutes) for day in campaign.days)
    # the last kata of a day may begin with a minute left
    assert all(sum(kata.minutes for kata in day.katas) < 15 + 12 for day in campaign.days)
    assert all(
        day.new == 0 and not any(kata.why == "new" for kata in day.katas)
        for day in campaign.days[-LAST_DAYS:]
    )
    assert sum(day.new for day in campaign.days) <= unseen
    assert all(day.rest == (day.minutes == 0) for day in campaign.days)
    assert 0 <= campaign.idle <= 1
    assert campaign == made(given_shelf, start(days, minutes=minutes, knows=knows))
    # misses are dealt in whole ones, which shows where items are few
    assert campaign.planned >= campaign.idle - 0.5 / max(1, count + unseen)


def test_more_minutes_and_more_days_bring_more() -> None:
    whole = shelf(count=40, unseen=160)
    by_minutes = [made(whole, start(20, minutes=minutes)).planned for minutes in (5, 10, 20, 40, 80)]
    assert by_minutes == sorted(by_minutes)
    by_days = [made(whole, start(days)).planned for days in (4, 8, 16, 32)]
    assert by_days == sorted(by_days)
    assert by_days[-1] > by_days[0] + 0.3


def test_unseen_questions_count_as_known_by_their_chance() -> None:
    for knows in (0.0, 0.4):
        idle = made(shelf(unseen=10), start(0, knows=knows))
        assert idle.planned == pytest.approx(knows)
        assert idle.days == ()
    assert made(shelf(), start(5)).planned == 0.0


def test_today_has_what_is_left_of_it() -> None:
    usual = start(20)
    half = usual._replace(room=4, begun=3, kata_minutes=0.0)
    whole = shelf(unseen=68, katas=2)
    assert (made(whole, usual).days[0].new, made(whole, usual).days[0].katas[0].slug) == (4, "kata-0")
    # 71 over 17 days are 5 a day
    assert (made(whole, half).days[0].new, made(whole, half).days[0].katas) == (2, ())
    assert made(whole, half._replace(room=0)).days[0].rest


def test_a_miss_is_known_on_its_return_and_misses_are_dealt_evenly() -> None:
    # all are due today with recall 0.9: of 20 two are missed
    last = TODAY - timedelta(days=10)
    known = {ItemId(f"{n:02}"): Record(Memory(10.0, 5.0), TODAY, last, last) for n in range(20)}
    campaign = made(Shelf(known, ()), start(20))
    assert campaign.days[0].reviews == 20
    assert campaign.days[1].reviews == 2


def test_mocks_and_katas_have_minutes_of_their_own() -> None:
    campaign = made(shelf(unseen=30, katas=6), start(9))
    assert [n for n, day in enumerate(campaign.days) if day.mock] == [2, 7]
    assert all(not day.katas and day.minutes >= MINUTES for day in campaign.days if day.mock)
    assert (
        DayPlan(TODAY, 2, 1, 135.0, (TodayKata("a", 12.0, "new"),), mock=True).minutes == 2.25 + 12 + MINUTES
    )
    sat = start(9)._replace(mocks=[TODAY])
    assert [n for n, day in enumerate(made(shelf(), sat).days) if day.mock] == [7]


def test_a_kata_that_is_open_is_done_today() -> None:
    opened = Shelved("softmax", 12.0, 8.0, Record(), is_open=True)
    campaign = made(Shelf({}, (), [opened]), start(4))
    assert campaign.days[0].katas == (TodayKata("softmax", 12.0, "open"),)
    assert [kata.why for day in campaign.days[1:] for kata in day.katas] == ["due"]


def test_300_items_over_60_days_take_less_than_a_second() -> None:
    whole, begin = shelf(count=100, unseen=200, katas=6), process_time()
    made(whole, start(60))
    assert process_time() - begin < 1.0
