"""A call ends in time."""

from threading import Event

import pytest

from drill.endpoint.deadline import within


def late() -> Exception:
    return TimeoutError("late")


def test_what_comes_in_time_is_returned_or_raised() -> None:
    assert within(20, lambda: "done", late) == "done"
    with pytest.raises(ZeroDivisionError):
        within(20, lambda: 1 // 0, late)


def test_what_is_late_is_left_behind() -> None:
    never = Event()
    with pytest.raises(TimeoutError, match="late"):
        within(0.05, never.wait, late)
    never.set()
