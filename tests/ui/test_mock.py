"""A mock interview as one sees it at a terminal: plan, parts, what a step goes on with, follow-ups.

Leaves out the report's forms, and what a real terminal adds (cli/test_mock.py).
"""

from pathlib import Path
from typing import Any

import click
import pytest
from syrupy.assertion import SnapshotAssertion

from drill.study.journal import MockPart
from drill.study.mock import SIZING
from drill.ui.mock import left_words

STEP = """
  - id: {id}
    kind: numeric
    pool: exam
    difficulty: 2
    outline: [kv-memory]
    sources: [{{key: derivation}}]
    prompt: {prompt}
    explanation: Blocks are filled one after the other.
    params: {{tokens: {{values: [1000, 3000]}}, block_size: {{values: [16]}}}}
    formula: kv.blocks_needed
    unit: blocks
    tolerance: exact
    band: [1, 9000]
    worked: "{{answer}}"
    traps: [{{misconception: a block is 64, why: Its size is given., expression: tokens / 64}}]
    {more}
"""
BANK = """
topic: kv-cache
questions:
  - id: exam-choice
    kind: choice
    pool: exam
    difficulty: 2
    outline: [kv-reuse]
    sources: [{key: kwon2023}]
    prompt: What does `dict[str, int]` of [bold]blocks[/bold] save?
    explanation: Blocks lie anywhere.
    options:
      - {text: memory that is reserved and never filled, right: true, why: A block is taken when it fills.}
      - {text: arithmetic, why: The same products are made., misconception: paging computes less}
      - {text: weights, why: Weights are not paged., misconception: weights are paged}
{steps}  - id: exam-talk
    kind: open
    pool: exam
    difficulty: 3
    outline: [kv-reuse]
    sources: [{key: kwon2023}]
    prompt: Why are caches kept in blocks?
    explanation: Nobody knows how long an answer gets.
    points:
      - {text: the length of an answer is not known, hints: [length]}
      - {text: what is reserved lies idle, hints: [idle], follow_up: 2}
      - {text: blocks can be shared, hints: [shared]}
    wrong_claims: [blocks are compressed]
    follow_ups: [What does a block size of 1 cost?, What lay idle before?, "Who frees a block, `free()`?"]
"""
ARGS = ("mock", "--minutes", "20", "--no-kata", "--topics", "kv-cache", "--seed", "1")
WARM_UP = ("\r", "\r", "a")
STEPS = ("\r", "what?", ":?", ":?")
TALK = ("\r", "Its length is not known: [bold].", ".", "y", "x", "x", "\r")


@pytest.fixture
def mock(seat: Any, tmp_path: Path) -> Any:
    """A seat at which an interview of one question a part can be sat."""
    path = tmp_path / "exam.yaml"
    asks = "A request of {tokens} tokens has blocks of {block_size} tokens. How many are taken?"
    first = STEP.format(id="exam-blocks", prompt=asks, more="")
    second = STEP.format(id="exam-copy", prompt=f"And its copy? {asks}", more="follows: exam-blocks")
    path.write_text(BANK.replace("{steps}", first + second), encoding="utf-8")
    seat.run("bank", "add", str(path))
    return seat


@pytest.mark.usefixtures("width")
def test_from_its_plan_to_its_last_follow_up(mock: Any, snapshot: SnapshotAssertion) -> None:
    follow_ups = ("All that was reserved.", ".", "y", ":?")
    pages = mock.screens(*ARGS, strokes=(*WARM_UP, *STEPS, *TALK, *follow_ups))
    asked, report = pages.rsplit("=" * mock.width, 1)
    assert "Mock interview of 10 Dec 2026" in report
    assert asked == snapshot


def test_what_was_left_unsaid_is_followed_up_first_and_stopping_keeps_it(mock: Any) -> None:
    *_, last = mock.run(*ARGS, strokes=(*WARM_UP, *STEPS, *TALK, ":q"))
    assert "every answer is kept; `drill mock --resume` goes on" in last
    pages = mock.run("mock", "--resume", strokes=("\r", "\r", ".", "x", ":q"))
    assert "goes on" in pages[0]
    assert "What lay idle before?" in pages[2]
    assert "what is reserved lies idle" in pages[3]
    assert "What does a block size of 1 cost?" in pages[4]


class _Gone(BaseException):
    """The terminal is closed, the power is cut."""


def test_what_was_typed_to_a_follow_up_outlives_a_crash(
    mock: Any, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mock.run(*ARGS, strokes=(*WARM_UP, *STEPS, *TALK, ":q"))
    left = iter("\r\r")

    def key_or_end() -> str:
        if next(left, None) is None:
            raise _Gone
        return str(mock.key())

    with monkeypatch.context() as crash:
        crash.setattr(click, "getchar", key_or_end)
        with pytest.raises(_Gone):
            mock.run("mock", "--resume", strokes=("\r", "\r", "All of it.", "."))
    pages = mock.run("mock", "--resume", strokes=("\r", "\r", ":r", "y", ":q"))
    assert "`:r` brings back what you typed last time" in pages[2]
    assert "All of it." in pages[3]
    assert "`:r`" not in pages[4]
    assert not (home / "draft.json").exists()


def test_an_editor_answers_a_follow_up_too(mock: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([None, "It depends on the lengths."])
    monkeypatch.setattr(click, "edit", lambda *_, **__: next(answers))
    mock.run(*ARGS, strokes=(*WARM_UP, *STEPS, *TALK, ":q"))
    pages = mock.run("mock", "--resume", strokes=("\r", "\r", ":e", ":e", "y", ":q"))
    # nothing was saved the first time: it is asked again
    assert ["`:e` opens your editor" in page for page in pages[2:4]] == [True, True]
    assert "It depends on the lengths." in pages[4]


def test_taken_up_within_a_sizing_problem_the_step_before_is_told_again(mock: Any) -> None:
    mock.run(*ARGS, strokes=(*WARM_UP, "\r", ":?", ":q"))
    pages = mock.run("mock", "--resume", strokes=("\r", "\r", ":q"))
    told = ["the step before: wrong, it is" in page for page in pages]
    assert told == [False, True, True, False]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "8 min left in this part"),
        (430, "less than a minute left in this part"),
        (480, "time is up"),
        (600, "2 min over this part's time; take what you need"),
    ],
)
def test_the_time_that_is_left(seconds: float, words: str) -> None:
    assert left_words(MockPart(SIZING, (), 8.0), seconds) == words
