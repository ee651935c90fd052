"""Standings of topics."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.mastery import standing, weakest_and_strongest


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
