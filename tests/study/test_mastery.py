"""Standings and calibration."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.ask import Ask
from drill.study.journal import Answered, Rating
from drill.study.mastery import calibration, standing, weakest_and_strongest
from drill.study.question import ItemId


@given(st.lists(st.floats(0, 1), min_size=1, max_size=200))
def test_mastery_lies_within_its_interval(recalls: list[float]) -> None:
    result = standing("kv-cache", recalls, 300)
    assert 0 <= result.low <= result.high <= 1
    assert result.low - 1e-9 <= result.mastery <= result.high + 1e-9
    assert (result.seen, result.total) == (len(recalls), 300)


def test_more_items_narrow_the_interval() -> None:
    few, many = standing("a", [0.8] * 4, 9), standing("a", [0.8] * 40, 90)
    assert few.mastery == pytest.approx(many.mastery) == pytest.approx(0.8)
    assert many.high - many.low < (few.high - few.low) / 2
    assert standing("a", [], 9).mastery == 0.0


def test_weakest_and_strongest_need_enough_items_and_two_topics() -> None:
    a, b, c = standing("a", [0.5] * 3, 9), standing("b", [0.9] * 3, 9), standing("c", [0.1] * 2, 9)
    assert weakest_and_strongest([a, b, c]) == (a, b)
    assert weakest_and_strongest([a, c]) == (None, None)


def answered(*, right: bool, expected: float | None, due: date | None = date(2026, 5, 5)) -> Answered:
    return Answered(Ask(ItemId("kv"), 1), "a", right, 1.0, Rating.GOOD, 1.0, due, expected)


def test_calibration_leaves_out_what_tells_nothing_of_memory() -> None:
    first, cram = answered(right=True, expected=None), answered(right=False, expected=0.9, due=None)
    again_within_minutes = answered(right=True, expected=1.0)
    assert calibration([first, cram, again_within_minutes]) is None
    counted = [answered(right=True, expected=0.9), answered(right=False, expected=0.7)]
    assert calibration([first, cram, again_within_minutes, *counted]) == pytest.approx((0.5, 0.8))
