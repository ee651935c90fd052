"""`drill eve`: over a pipe, at a terminal, with the shipped answers at its end."""

import json
from collections.abc import Callable
from typing import Any

import pytest

Drill = Callable[..., Any]
Open = Callable[..., Any]


def test_before_the_first_answer_there_are_the_six_to_read(drill: Drill) -> None:
    result = drill("eve")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("The evening before · no interview ahead: ")
    assert "The quiz asked nothing yet" in result.out
    assert "1 of 6 · prefill-decode" in result.out
    assert "6 of 6 · vector-search" in result.out


@pytest.mark.usefixtures("toy_banks")
def test_answers_over_a_pipe_leave_the_schedule_alone(drill: Drill) -> None:
    drill("config", "interview", "2026-12-11")
    drill("quiz", "--new", "2", "--seed", "1", stdin="?\n.\n" * 9)
    due = drill("due", "--short", now="2026-12-11T09:00:00+01:00").out
    result = drill("eve", "--seed", "1", stdin="?\n.\n" * 9)
    assert "interview tomorrow" in result.out
    assert "2 answered · 0 right" in result.out
    answered = [line for line in drill("log", "export", "-").out.splitlines() if '"answered"' in line]
    assert [json.loads(line)["body"]["due"] is None for line in answered] == [False, False, True, True]
    assert drill("due", "--short", now="2026-12-11T09:00:00+01:00").out == due


@pytest.mark.usefixtures("toy_banks")
def test_at_a_terminal_it_says_what_it_will_do_and_can_be_left(terminal: Open, drill: Drill) -> None:
    drill("quiz", "--kind", "choice", "--new", "1", "--limit", "1", "--seed", "1", stdin="a\n")
    opened = terminal("eve", "--seed", "1")
    opened.wait_for("Enter start")
    assert "no due day is changed" in opened.text
    opened.press("\r", "1/1")
    opened.press("a", "Enter next")
    opened.press("\r", "1 answered")
    assert opened.leave() == 0


def test_the_answers_follow_and_q_leaves(terminal: Open, drill: Drill) -> None:
    drill("config", "minutes", "20")
    opened = terminal("eve", toys=False)
    opened.press("\r", "1 of 6")
    opened.press("\r", "2 of 6")
    opened.press("q")
    assert opened.leave() == 0


def test_ctrl_c_on_the_first_page(terminal: Open, drill: Drill) -> None:
    drill("config", "minutes", "20")
    opened = terminal("eve", toys=False)
    opened.wait_for("Enter start")
    opened.press("\x03", "stopped")
    assert opened.leave() == 130
