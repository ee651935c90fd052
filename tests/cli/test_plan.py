"""`drill plan`: shown, with a date given or asked for, near the day and after it."""

from collections.abc import Callable
from typing import Any

import pytest

Drill = Callable[..., Any]
Open = Callable[..., Any]

pytestmark = pytest.mark.usefixtures("toy_banks")


def test_a_date_given_is_kept_and_planned_for(drill: Drill) -> None:
    result = drill("plan", "--date", "2026-12-19")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith(
        "plan · interview on Sat 19 Dec, in 9 days\n\nexpected recall on the day: 0."
    )
    assert "mock interviews on Sat 12 Dec and Thu 17 Dec · nothing new from Wed 16 Dec on" in result.out
    assert [day in result.out for day in ("Thu 10 Dec", "Fri 18 Dec")] == [True, True]
    assert drill("plan").out == result.out
    assert "interview" in drill("config", "interview").out
    assert "2026-12-19" in drill("config", "interview").out


def test_other_minutes_are_tried_and_not_kept(drill: Drill) -> None:
    drill("plan", "--date", "2026-12-19")
    assert drill("plan", "--minutes", "1").out != drill("plan").out
    assert "20" in drill("config", "minutes").out


def test_tomorrow_and_today_point_to_the_eve(drill: Drill) -> None:
    tomorrow = drill("plan", "--date", "2026-12-11")
    assert "interview on Fri 11 Dec, tomorrow" in tomorrow.out
    assert "`drill eve` is for the evening before" in tomorrow.out
    assert "Thu 10 Dec" in tomorrow.out
    today = drill("plan", "--date", "2026-12-10")
    assert "interview on Thu 10 Dec, today" in today.out
    assert "`drill eve --minutes 10` still fits in before it" in today.out
    assert "reviews" not in today.out
    assert (tomorrow.code, today.code) == (0, 0)


def test_today_says_when_a_mock_interview_is_planned(drill: Drill) -> None:
    drill("plan", "--date", "2026-12-17")
    assert "plan    mock interview today" in drill().out
    assert "mock interview" not in drill(now="2026-12-12T09:00:00+01:00").out


def test_in_the_last_days_today_says_what_comes_first(drill: Drill) -> None:
    drill("quiz", "--new", "3", "--limit", "3", "--seed", "1", stdin="?\n.\n" * 9)
    drill("plan", "--date", "2026-12-15")
    for day, words in ((11, "you missed last time"), (12, "what you would least know on the day")):
        assert words in drill(now=f"2026-12-{day}T09:00:00+01:00").out


def test_after_the_day_the_usual_pace_is_back(drill: Drill) -> None:
    drill("plan", "--date", "2026-12-11")
    after = "2026-12-13T09:00:00+01:00"
    assert "how did it go" in drill("plan", now=after).err
    assert "which questions came" in drill(now=after).out
    drill("debrief", "--went", "4", now=after)
    assert "no interview ahead" in drill("plan", now=after).err
    screen = drill(now=after).out
    assert "interview" not in screen
    assert "new" in screen


def test_at_a_terminal_a_date_is_asked_for(terminal: Open, drill: Drill) -> None:
    drill("config", "minutes", "20")
    opened = terminal("plan")
    opened.wait_for("When is your interview?")
    opened.child.send("2026-12-01\r")
    opened.wait_for("can't be planned for")
    opened.child.send("\x15")
    opened.child.send("2026-12-19\r")
    opened.wait_for("expected recall on the day")
    assert opened.leave() == 0
    assert "2026-12-19" in drill("config", "interview").out


def test_enter_alone_sets_none(terminal: Open, drill: Drill) -> None:
    drill("config", "minutes", "20")
    opened = terminal("plan")
    opened.wait_for("When is your interview?")
    opened.child.send("\r")
    opened.wait_for("no interview ahead")
    assert opened.leave() == 2
