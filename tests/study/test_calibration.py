"""Predicted against measured recall: bins part the answers and hold their means."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.calibration import calibration, calibration_bins
from drill.study.journal import Rating
from drill.study.question import ItemId
from drill.study.tally import Answer

LISTS = st.lists(st.from_type(Answer), max_size=60)


def answer(*, right: bool, predicted: float | None) -> Answer:
    return Answer(date(2026, 5, 4), ItemId("kv"), right, Rating.GOOD, 1.0, predicted)


def test_calibration_is_over_what_was_predicted() -> None:
    assert calibration([answer(right=True, predicted=None)]) is None
    some = [answer(right=True, predicted=0.9), answer(right=False, predicted=0.7)]
    assert calibration([answer(right=False, predicted=None), *some]) == pytest.approx((0.5, 0.8))


@given(LISTS)
def test_bins_part_the_answers(answers: list[Answer]) -> None:
    bins = calibration_bins(answers)
    tests = [one for one in answers if one.predicted is not None]
    assert sum(one.answers for one in bins) == len(tests)
    assert [one.low for one in bins] == sorted({one.low for one in bins})
    for one in bins:
        held = [test for test in tests if test.predicted is not None and one.low <= test.predicted < one.high]
        assert one.answers == len(held) > 0
        assert one.measured == pytest.approx(sum(test.right for test in held) / len(held))
        assert one.low - 1e-9 <= one.predicted <= one.high + 1e-9


@given(LISTS)
def test_bins_add_up_to_the_calibration(answers: list[Answer]) -> None:
    bins, whole = calibration_bins(answers), calibration(answers)
    if whole is None:
        assert bins == []
        return
    total = sum(one.answers for one in bins)
    assert sum(one.measured * one.answers for one in bins) / total == pytest.approx(whole[0])
    assert sum(one.predicted * one.answers for one in bins) / total == pytest.approx(whole[1])
