"""What the days before an interview may hold: new items, mock interviews, new katas."""

from datetime import date, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from drill.study.countdown import (
    LAST_DAYS,
    MOCKS_BEFORE,
    brings_new_kata,
    days_for_new,
    days_left,
    in_last_days,
    mock_days,
)

DAY = date(2026, 12, 19)


def before(days: int) -> date:
    return DAY - timedelta(days=days)


def test_the_last_days_end_with_the_interview() -> None:
    assert [days for days in range(-3, 9) if in_last_days(DAY, before(days))] == [0, 1, 2, 3]
    assert not in_last_days(None, DAY)
    assert (days_left(DAY, before(9)), days_left(DAY, DAY), days_left(DAY, before(-1))) == (9, 0, None)
    assert [days_for_new(left) for left in (0, 3, 4, 30)] == [0, 0, 1, 27]


def test_mocks_lie_seven_and_two_days_before_where_there_are_as_many() -> None:
    assert mock_days(DAY, today=before(20), done=[]) == [before(7), before(2)]
    assert mock_days(DAY, today=before(7), done=[]) == [before(7), before(2)]
    assert mock_days(DAY, today=before(2), done=[]) == [before(2)]
    assert mock_days(DAY, today=before(1), done=[]) == []
    assert mock_days(None, today=DAY, done=[]) == []


def test_one_that_was_missed_moves_while_the_next_leaves_it_room() -> None:
    assert mock_days(DAY, today=before(6), done=[]) == [before(6), before(2)]
    assert mock_days(DAY, today=before(5), done=[]) == [before(2)]


def test_one_that_was_counts_for_three_days() -> None:
    for days, left in ((11, [7, 2]), (10, [2]), (7, [2]), (6, [2]), (5, [7]), (2, [7])):
        planned = mock_days(DAY, today=before(12), done=[before(days)])
        assert planned == [before(n) for n in left], days
    assert mock_days(DAY, today=before(2), done=[before(2), before(7)]) == []


@given(st.integers(0, 40), st.lists(st.integers(0, 60), max_size=4))
def test_mocks_are_ahead_apart_and_never_on_the_eve(left: int, done: list[int]) -> None:
    held = [before(days) for days in done if days >= left]
    days = mock_days(DAY, today=before(left), done=held)
    assert all(before(left) <= day <= before(MOCKS_BEFORE[-1]) for day in days)
    assert all((later - earlier).days > LAST_DAYS for earlier, later in pairwise(days))
    # sat as planned, each is enough
    for day in days:
        assert day not in mock_days(DAY, today=day, done=[*held, day])


@given(st.integers(0, 40), st.integers(1, 20))
def test_katas_are_spread_over_the_days_for_new_ones(left: int, katas: int) -> None:
    unseen, last, begun = katas, None, list[int]()
    for ahead in range(left):
        day = before(left - ahead)
        # at most one a day, whatever their minutes
        if unseen and brings_new_kata(DAY, day, unseen=unseen, last=last):
            unseen, last = unseen - 1, day
            begun.append(ahead)
    days = days_for_new(left)
    assert len(begun) == min(katas, days)
    assert all(ahead < days for ahead in begun)
    gaps = [later - earlier for earlier, later in pairwise(begun)]
    assert all(days // (katas + 1) <= gap <= days // min(katas, days) + 1 for gap in gaps)


def test_without_an_interview_ahead_any_day_brings_a_kata() -> None:
    for interview in (None, before(1)):
        assert brings_new_kata(interview, DAY, unseen=1, last=DAY)
