"""When a debrief is offered: within a week after the day, until one was given."""

from datetime import date, timedelta

from drill.study.debrief import OFFERED_DAYS, POINTS, explanation, is_to_debrief

DAY = date(2026, 12, 19)


def on(days: int) -> date:
    return DAY + timedelta(days=days)


def test_after_the_day_for_a_week() -> None:
    offered = [days for days in range(-3, 20) if is_to_debrief(DAY, today=on(days), last=None)]
    assert offered == list(range(1, OFFERED_DAYS + 1))
    assert not is_to_debrief(None, today=DAY, last=None)


def test_once() -> None:
    for told in (0, 1):
        assert not is_to_debrief(DAY, today=on(2), last=on(told))
    # that was the interview before
    assert is_to_debrief(DAY, today=on(2), last=on(-1))


def test_what_a_question_stands_with() -> None:
    assert len(POINTS) >= 3
    assert "2026-12-19" in explanation(DAY)
