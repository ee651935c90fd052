"""`drill mock`: over a pipe and in a terminal, left and taken up again, with the shipped banks."""

import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Drill = Callable[..., Any]
SHORT = ("mock", "--minutes", "20", "--role", "inference-engineer", "--seed", "3")


def reports(drill: Drill) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(drill("mock", "list", "--json").out)["mocks"]
    return listed


def test_over_a_pipe_from_begin_to_report(drill: Drill) -> None:
    result = drill(*SHORT, stdin="a\n" * 5 + "Nothing.\n.\n" + "because\n" * 2)
    assert (result.code, result.err) == (0, "drill: the kata softmax needs a terminal and is left out\n")
    assert re.findall(r"the step before: wrong, it is [\d,.]+ \w+", result.out)
    assert result.out.count("follow-up: ") == 2
    assert "Mock interview of 10 Dec 2026" in result.out
    (only,) = reports(drill)
    assert (only["role"], only["minutes"], only["finished"]) == ("inference-engineer", 20, True)


def test_the_end_of_input_keeps_it_and_resume_goes_on(drill: Drill) -> None:
    first = drill(*SHORT, stdin="a\n" * 3)
    assert (first.code, first.err) == (0, "")
    assert first.out.endswith("every answer is kept; `drill mock --resume` goes on\n")
    assert reports(drill)[0]["finished"] is None
    again = drill("mock", "--resume", stdin="a\n" * 2 + "Nothing.\n.\n" + "because\n" * 2)
    assert "Mock interview of" in again.out
    assert again.out.count("(a number in") == 2
    assert reports(drill)[0]["finished"] is True
    nothing = drill("mock", "--resume")
    assert (nothing.code, nothing.err) == (2, "drill: no interview was left; `drill mock` begins one\n")


def test_a_new_one_ends_the_one_that_was_left(drill: Drill) -> None:
    drill(*SHORT)
    name = reports(drill)[0]["mock"]
    result = drill("mock", "--no-kata", "--minutes", "10", "--seed", "4")
    assert f"drill: {name} was left and is ended by this one\n" in result.err
    assert [line["finished"] for line in reports(drill)] == [None, False]


def test_a_name_that_no_interview_has(drill: Drill) -> None:
    drill(*SHORT)
    result = drill("mock", "show", "mock-none")
    assert (result.code, result.err) == (2, "drill: no interview `mock-none`; `drill mock list` shows all\n")


def test_topics_stand_in_the_place_of_the_roles(drill: Drill) -> None:
    result = drill("mock", "--topics", "tokens", "--no-kata", "--minutes", "20", stdin="a\n")
    assert result.out.startswith("tokens · ")
    assert result.err == "drill: no sizing: too little time, or nothing on these topics\n"


def test_a_role_of_ones_own(drill: Drill, tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("name: my role\ntopics: [sampling]\n")
    result = drill("mock", "--role", str(file), "--no-kata", "--minutes", "10", stdin="a\n")
    assert result.out.startswith("sampling · ")
    assert reports(drill)[0]["role"] == "my role"


@pytest.fixture
def talking(terminal: Callable[..., Any], drill: Drill) -> Callable[..., Any]:
    """Take up an interview that was left before its talk; returns a terminal that asks it."""
    drill("config", "minutes", "20")
    drill(*SHORT, stdin="a\n" * 5)

    def go_on(**env: str) -> Any:
        opened = terminal("mock", "--resume", toys=False, env=env)
        opened.press("\r", "part 3 of 4")
        opened.press("\r", "\n>")
        return opened

    return go_on


def test_a_sizing_problem_shows_what_the_next_step_needs(terminal: Callable[..., Any], drill: Drill) -> None:
    drill("config", "minutes", "20")
    drill(*SHORT, stdin="a\n" * 2)
    opened = terminal("mock", "--resume", toys=False)
    opened.press("\r", "part 2 of 4")
    opened.press("\r", "1/3")
    for told in ("2/3", "3/3", "part 3 of 4"):
        opened.child.send(":?\r")
        opened.wait_for(told)
        opened.wait_for("the step before: wrong, it is")


def test_a_kill_in_a_talk_loses_nothing(talking: Callable[..., Any], drill: Drill) -> None:
    killed = talking()
    killed.child.send("Prefill shares the GPU.\r.\r")
    killed.wait_for("key point 1 of")
    killed.child.kill(signal.SIGKILL)
    again = talking()
    again.wait_for("brings back what you typed")
    again.child.send(":r\r")
    again.wait_for("key point 1 of")
    again.wait_for("Prefill shares the GPU.")
    while again.wait_for("key point", "wrong claim", "follow-up") != "follow-up":
        again.turn("x")
    again.child.send("It depends.\r.\r")
    again.wait_for("I said it")
    again.press("y", "follow-up")
    again.child.send(":q\r")
    again.wait_for("every answer is kept")
    assert again.leave() == 0
    shown = json.loads(drill("mock", "show", "--json").out)
    talk = next(part for part in shown["parts"] if part["name"] == "talk")
    assert [one["met"] for one in talk["shown"][0]["follow_ups"]] == [True]
    assert "Prefill shares the GPU." in drill("history", talk["shown"][0]["item"], "--json").out


def test_an_editor_may_write_the_answer(talking: Callable[..., Any], tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho "Blocks are allocated as texts grow." >> "$1"\n')
    editor.chmod(0o755)
    opened = talking(EDITOR=str(editor), VISUAL=str(editor))
    opened.child.send(":e\r")
    opened.wait_for("key point 1 of")
    opened.wait_for("Blocks are allocated as texts grow.")


def test_an_editor_that_fails_is_one_line(talking: Callable[..., Any], tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text("#!/bin/sh\nprintf 'caf\\351' >> \"$1\"\n")
    editor.chmod(0o755)
    opened = talking(EDITOR=str(editor), VISUAL=str(editor))
    opened.child.send(":e\r")
    opened.wait_for("what was saved is not UTF-8")
    editor.unlink()
    opened.child.send(":e\r")
    opened.wait_for("set EDITOR, or type the answer")
    opened.child.send(":q\r")
    opened.wait_for("every answer is kept; `drill mock --resume` goes on")
    assert opened.leave() == 0


def test_a_kata_that_is_left_ends_with_the_report(terminal: Callable[..., Any], drill: Drill) -> None:
    drill("config", "minutes", "20")
    drill(*SHORT, stdin="a\n" * 5 + "Nothing.\n.\n" + "because\n")
    opened = terminal("mock", "--resume", toys=False)
    opened.press("\r", "part 3 of 4")
    opened.press("\r", "follow-up")
    opened.child.send(":?\r")
    if opened.wait_for("I said it", "part 4 of 4") == "I said it":
        opened.press("x", "part 4 of 4")
    opened.press("\r", "edit now")
    opened.press("\r", "watching")
    opened.child.send("q")
    opened.wait_for("the kata did not pass yet")
    opened.press("\r", "To study")
    assert opened.leave() == 0
    assert reports(drill)[0]["finished"] is True


def test_what_was_left_is_offered_before_a_new_one(terminal: Callable[..., Any], drill: Drill) -> None:
    drill("config", "minutes", "20")
    drill(*SHORT, stdin="a\n")
    opened = terminal(*SHORT, toys=False)
    opened.wait_for("was left:")
    opened.press("r", "goes on")
    opened.press("q", "every answer is kept")
    assert len(reports(drill)) == 1
    other = terminal(*SHORT, toys=False)
    other.wait_for("was left:")
    other.press("q")
    assert other.leave() == 0
    assert len(reports(drill)) == 1


@pytest.fixture
def coding(terminal: Callable[..., Any], drill: Drill) -> Callable[..., Any]:
    """Take up an interview before its last follow-up; `toys` have neither that question nor a kata."""
    drill("config", "minutes", "20")
    drill(*SHORT, stdin="a\n" * 5 + "Nothing.\n.\n" + "because\n")

    def go_on(*, toys: bool) -> Any:
        opened = terminal("mock", "--resume", toys=toys)
        opened.press("\r", "part 3 of 4", "part 4 of 4")
        return opened

    return go_on


def test_a_kata_that_is_gone_does_not_keep_the_report_back(coding: Callable[..., Any], drill: Drill) -> None:
    opened = coding(toys=True)
    opened.press("\r", "no kata `softmax`")
    opened.press("\r", "To study")
    assert opened.leave() == 0
    assert reports(drill)[0]["finished"] is True


def test_a_kata_that_was_begun_goes_on_with_its_clock_and_file(
    coding: Callable[..., Any], home: Path
) -> None:
    opened = coding(toys=False)
    opened.press("\r", "follow-up")
    opened.child.send(".\r")
    opened.wait_for("I said it", "part 4 of 4")
    if "I said it" in opened.text:
        opened.press("x", "part 4 of 4")
    opened.press("\r", "edit now")
    opened.press("\r", "watching")
    file = home / "katas" / "softmax" / "solution.py"
    file.write_text("# half of it\n")
    opened.child.kill(signal.SIGKILL)
    again = coding(toys=False)
    again.press("\r", "goes on (5 minutes)")
    again.press("\r", "watching")
    again.child.send("q")
    again.wait_for("the kata did not pass yet")
    again.press("q", "every answer is kept")
    assert again.leave() == 0
    assert file.read_text() == "# half of it\n"


def test_one_key_begins_one_from_the_first_screen(terminal: Callable[..., Any], drill: Drill) -> None:
    drill("config", "minutes", "20")
    opened = terminal(toys=False)
    opened.wait_for("m mock interview")
    opened.press("m", "about 45 min")
    opened.press("q", "every answer is kept")
    assert opened.leave() == 0
    assert [line["minutes"] for line in reports(drill)] == [45]


def test_ctrl_c_keeps_what_was_answered(terminal: Callable[..., Any], drill: Drill) -> None:
    drill("config", "minutes", "20")
    drill(*SHORT, stdin="a\n")
    opened = terminal("mock", "--resume", toys=False)
    opened.press("\r", "part 1 of 4")
    opened.press("\r", "2/2")
    opened.press("\x03")
    assert opened.leave() == 130
    resumed = drill("mock", "--resume", stdin="a\n")
    assert "2/2" in resumed.out
