"""The Brier score is what it is made of, and only first answers of a day count."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.confidence import FORECASTS, LEAST_RATED, Sureness, brier, rated_answers, sureness
from drill.study.journal import Rating
from drill.study.question import ItemId
from drill.study.tally import Answer

LISTS = st.lists(st.from_type(Answer), max_size=80)


def answer(item: str, *, right: bool, confidence: int | None) -> Answer:
    return Answer(date(2026, 12, 1), ItemId(item), right, Rating.GOOD, 1.0, None, confidence)


@given(LISTS)
def test_the_score_is_reliability_less_resolution_plus_uncertainty(answers: list[Answer]) -> None:
    found = brier(rated_answers(answers))
    if found is None:
        firsts = {(one.item, one.day): one for one in reversed(answers)}
        assert all(one.confidence is None for one in firsts.values())
        return
    assert found.score == pytest.approx(found.reliability - found.resolution + found.uncertainty)
    assert found.reliability >= 0
    assert 0 <= found.resolution <= found.uncertainty + 1e-12
    assert found.uncertainty <= 0.25


def test_a_forecaster_without_fault_and_one_always_wrong() -> None:
    known = brier([(3, True)] * 10)
    assert known == pytest.approx((0.05**2, 0.05**2, 0.0, 0.0, 10))
    wrong = brier([(3, False)] * 10)
    assert wrong is not None
    assert wrong.score == pytest.approx(0.95**2)


def test_a_re_ask_within_the_day_is_no_forecast() -> None:
    first = answer("kv", right=False, confidence=1)
    again = answer("kv", right=True, confidence=3)
    assert rated_answers([first, again]) == [(1, False)]
    assert rated_answers([answer("kv", right=False, confidence=None), again]) == []
    assert brier([]) is None


def test_shares_from_thirty_answers_on() -> None:
    rated = [(1 + n % 2, n % 3 > 0) for n in range(LEAST_RATED)]
    assert sureness(rated[1:]) == []
    assert sureness(rated) == [Sureness(1, FORECASTS[1], 2 / 3, 15), Sureness(2, FORECASTS[2], 2 / 3, 15)]
