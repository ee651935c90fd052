"""`drill debrief`: piped in, by options, at a terminal, and left in the middle."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Drill = Callable[..., Any]
Open = Callable[..., Any]
AFTER = "2026-12-12T09:00:00+01:00"

pytestmark = pytest.mark.usefixtures("toy_banks")


def last_body(drill: Drill) -> Any:
    return json.loads(drill("log", "export", "-").out.splitlines()[-1])["body"]


def test_questions_over_a_pipe(drill: Drill) -> None:
    lines = "Why GQA?\n\nSize the cache of #1: 'x'\nwhy gqa?\n"
    result = drill("debrief", "--went", "4", "--note", "two people", stdin=lines)
    assert result.out.splitlines() == [
        "kept own-why-gqa",
        "kept own-size-the-cache-of-1-x",
        "there already: own-why-gqa",
        "the 2 questions come first among your new ones; own.yaml takes key points of your own",
    ]
    assert last_body(drill) == {
        "type": "debriefed",
        "went": 4,
        "text": "two people",
        "items": ["own-why-gqa", "own-size-the-cache-of-1-x"],
    }
    quiz = drill("quiz", "--topic", "own", "--seed", "1", stdin="x\n.\n" * 2)
    assert "Why GQA?" in quiz.out
    assert "2 answered" in quiz.out


def test_how_it_went_without_a_question(drill: Drill, home: Path) -> None:
    assert drill("debrief", "--went", "2").out == "kept how it went\n"
    assert not (home / "own.yaml").exists()
    assert drill("debrief", stdin="Why GQA?\n").out.endswith(
        "the question comes first among your new ones; own.yaml takes key points of your own\n"
    )


def test_today_offers_it_once_after_the_day(terminal: Open, drill: Drill) -> None:
    drill("config", "interview", "2026-12-11")
    opened = terminal(env={"DRILL_NOW": AFTER})
    opened.wait_for("d debrief")
    assert "it was on Fri 11 Dec: which questions came?" in opened.text
    opened.press("d", "ends.\n>")
    for line, then in (
        ("Why GQA?", "kept own-why-gqa"),
        ("", "no word) >"),
        ("9", "> 9"),
        ("3", "none) >"),
    ):
        opened.child.send(f"{line}\r")
        opened.wait_for(then)
    opened.child.send("\r")
    assert opened.leave() == 0
    assert (last_body(drill)["went"], last_body(drill)["items"]) == (3, ["own-why-gqa"])
    assert "which questions came" not in drill(now=AFTER).out


def test_ctrl_c_keeps_what_was_typed(terminal: Open, drill: Drill, home: Path) -> None:
    drill("config", "minutes", "20")
    opened = terminal("debrief")
    opened.wait_for("ends.\n>")
    opened.child.send("Why GQA?\r")
    opened.wait_for("kept own-why-gqa")
    opened.child.send("Why H\x03")
    opened.wait_for("stopped")
    assert opened.leave() == 130
    assert "Why GQA?" in (home / "own.yaml").read_text(encoding="utf-8")


def test_ctrl_d_is_an_empty_line(terminal: Open, drill: Drill) -> None:
    drill("config", "minutes", "20")
    opened = terminal("debrief")
    # a Ctrl-D before a line is waited for would be lost
    for then in ("ends.\n>", "no word) >", "none) >"):
        opened.wait_for(then)
        opened.child.send("\x04")
    assert opened.leave() == 0
    assert last_body(drill) == {"type": "debriefed", "went": None, "text": "", "items": []}
