"""An interview answer at a terminal: suggestions are shown, the learner's own ticks decide, no text is lost.

Leaves out the pages without a judge (test_kinds.py).
"""

import json
from pathlib import Path
from typing import Any

import click
import pytest

pytest.importorskip("httpx2")
TEXT = ("It reads the weights.", ".")
JUDGED = json.dumps({"points": [False, True, False], "claims": [True]})


def ask(seat: Any, *options: str, strokes: tuple[str, ...], says: str = "") -> list[str]:
    args = ("quiz", "--kind", "open", "--new", "1", "--limit", "1", "--seed", "1", *options)
    pages: list[str] = seat.run(*args, strokes=strokes, says=says)
    return pages


@pytest.fixture
def judge(scripted: Any) -> tuple[str, ...]:
    scripted.says(JUDGED)
    return ("--judge", scripted.url, "--judge-model", "m-1")


def test_a_judge_suggests_and_is_named(seat: Any, scripted: Any, judge: tuple[str, ...]) -> None:
    pages = ask(seat, *judge, strokes=(*TEXT, "\r", "\r", "\r", "\r", "q"))
    # the page of the first point comes after that of the wait
    name = f"m-1 at 127.0.0.1:{scripted.server_port}"
    assert f"asking {name}; Ctrl-C goes on without" in pages[2]
    points = pages[2:5]
    assert all(f"suggested by {name}; your own ticks count" in " ".join(page.split()) for page in points)
    assert ["Enter said" in page for page in points] == [False, True, False]
    assert "Enter I said it" in pages[5]
    assert "1 of 3 key points, less 1 for wrong claims" in pages[6]


def test_own_ticks_decide(seat: Any, judge: tuple[str, ...]) -> None:
    pages = ask(seat, *judge, strokes=(*TEXT, "y", "x", "y", "x", "q"))
    assert "2 of 3 key points; not said: each step reads the whole cache" in pages[6]


def test_a_failure_is_said_beside_the_points_and_at_the_end(seat: Any, scripted: Any) -> None:
    scripted.says("nonsense")
    says = "the judge's answer can't be read; your own ticks count"
    judge = ("--judge", scripted.url, "--judge-model", "m-1")
    strokes = (*TEXT, "\r", "\r", "\r", "\r", "q")
    pages = ask(seat, *judge, strokes=strokes, says=f"drill: {says}\n")
    assert says in pages[2]
    assert "Enter said" in pages[2]


class _Gone(BaseException):
    """The terminal is closed, the power is cut."""


def _gone() -> str:
    raise _Gone


def test_what_was_typed_outlives_a_crash(
    seat: Any, home: Path, monkeypatch: pytest.MonkeyPatch, judge: tuple[str, ...]
) -> None:
    monkeypatch.setattr(click, "getchar", _gone)
    with pytest.raises(_Gone):
        ask(seat, strokes=TEXT)
    assert "reads the weights" in (home / "draft.json").read_text()
    monkeypatch.setattr(click, "getchar", seat.key)
    pages = ask(seat, strokes=(":r", "\r", "\r", "\r", "\r", "q"))
    assert "`:r` brings back what you typed last time" in pages[0]
    assert "1 It reads the weights." in pages[1]
    assert "1 of 3 key points" in pages[5]
    assert not (home / "draft.json").exists()


def test_a_text_that_cannot_be_kept_costs_a_line(seat: Any, home: Path) -> None:
    (home / "draft.json").mkdir(parents=True)
    problem = f"{home}/.draft.json.new: can't be written (Is a directory); make room or choose another folder"
    strokes = (*TEXT, "\r", "\r", "\r", "\r", "q")
    pages = ask(seat, strokes=strokes, says=f"drill: {problem}\n")
    assert "1 of 3 key points" in pages[6]
