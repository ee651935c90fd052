"""Asks that outlive the process: answered once, after an undo again, never after an edit."""

from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any

import pytest

from drill.content.library import BankFile
from drill.errors import ContentError, UsageError
from drill.sessions.agenda import Wishes
from drill.sessions.answering import Given, take
from drill.sessions.asks import answer_ask, next_ask
from drill.sessions.desk import Desk
from drill.sessions.undoing import undo_last
from drill.study.ask import Ask
from drill.study.journal import Answered, Asked
from drill.study.question import ItemId


def test_an_ask_shows_no_answer_and_takes_one(desk: Desk, open_desk: Callable[..., Desk]) -> None:
    handed = next_ask(desk, Wishes(new=1), rng=Random(1))
    assert handed is not None
    assert (handed.sheet.kind, handed.sheet.prompt) == ("short", "What is tokens-0?")
    assert "attention" not in str(handed.sheet)
    # another process answers
    other = open_desk()
    outcome, question = answer_ask(other, handed.id, "attention")
    assert (outcome.mark.verdict, question.id) == ("right", "tokens-0")
    assert outcome.entry is not None
    assert isinstance(outcome.entry.body, Answered)
    assert outcome.entry.body.asked == handed.id
    assert outcome.entry.body.due is not None
    with pytest.raises(UsageError, match="answered already; `drill undo`"):
        answer_ask(desk, handed.id, "attention")
    undo_last(desk)
    outcome, _ = answer_ask(desk, handed.id, "no")
    assert outcome.mark.verdict == "wrong"


def test_what_cannot_be_read_is_wrong(desk: Desk) -> None:
    handed = next_ask(desk, Wishes(new=1), rng=Random(1))
    assert handed is not None
    outcome, _ = answer_ask(desk, handed.id, "")
    assert (outcome.mark.verdict, outcome.mark.answer) == ("wrong", "attention")


def test_two_answers_at_once_are_one(
    desk: Desk, open_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    handed = next_ask(desk, Wishes(), rng=Random(1))
    assert handed is not None
    other = open_desk()
    due_after = other.due_after

    def slow(*args: Any, **more: Any) -> date:
        answer_ask(desk, handed.id, "attention")
        return due_after(*args, **more)

    monkeypatch.setattr(other, "due_after", slow)
    with pytest.raises(UsageError, match="answered already"):
        answer_ask(other, handed.id, "no")
    answers = [e.body.text for e in desk.journal.entries() if isinstance(e.body, Answered)]
    assert answers == ["attention"]
    assert desk.record(ItemId("tokens-0")).answers == 1


@pytest.mark.parametrize("ask_id", ["none", "", "\x1b[2J", "\udcff"])
def test_an_unknown_id_is_refused(desk: Desk, ask_id: str) -> None:
    with pytest.raises(UsageError, match="no ask `") as error:
        answer_ask(desk, ask_id, "a")
    assert "\x1b" not in str(error.value)


def test_an_entry_that_is_no_ask_is_refused(desk: Desk) -> None:
    desk.change("minutes", "30")
    (entry,) = desk.journal.entries()
    with pytest.raises(UsageError, match="no ask"):
        answer_ask(desk, entry.id, "a")


def test_an_ask_of_a_changed_or_removed_question_is_refused(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]
) -> None:
    bank = write_bank("kv-cache", "a", "b")
    handed = next_ask(open_desk(bank), Wishes(new=1), rng=Random(1))
    assert handed is not None
    text = bank.path.read_text("utf-8")
    bank.path.write_text(text.replace("- id: a\n", "- id: a\n  rev: 2\n"), "utf-8")
    with pytest.raises(UsageError, match="`a` changed or left its bank"):
        answer_ask(open_desk(bank), handed.id, "attention")
    write_bank("kv-cache", "b")
    with pytest.raises(UsageError, match="`a` changed or left its bank"):
        answer_ask(open_desk(bank), handed.id, "attention")


def test_nothing_that_fits_is_none(desk: Desk) -> None:
    assert next_ask(desk, Wishes(kinds=("open",)), rng=Random(1)) is None
    assert desk.journal.count("asked") == 0


def test_an_ask_by_hand_comes_though_todays_minutes_are_spent(desk: Desk) -> None:
    for n in range(6):
        question = desk.library.compiled(f"tokens-{n}").question
        take(desk, question, Ask(question.id, 1), Given("attention", 300.0), longest=365)
    assert next_ask(desk, Wishes(new=1), rng=Random(1)) is not None


def test_the_drawn_numbers_are_kept_with_the_ask(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], numeric_yaml: str
) -> None:
    desk = open_desk(write_bank("kv-cache", more=numeric_yaml))
    handed = next_ask(desk, Wishes(new=1), rng=Random(2))
    assert handed is not None
    entry = desk.journal.entry(handed.id)
    assert entry is not None
    assert isinstance(entry.body, Asked)
    tokens = entry.body.ask.numbers["tokens"]
    assert f"{tokens:,}" in handed.sheet.prompt
    right = {8192: "1", 16384: "2"}[int(tokens)]
    assert answer_ask(desk, handed.id, right)[0].mark.verdict == "right"


CHOICE = """
- id: which
  kind: choice
  difficulty: 1
  outline: [any]
  sources: [{key: a}]
  prompt: Which?
  explanation: Plain.
  options:
  - {text: one, right: true, why: So.}
  - {text: two, why: No., misconception: second}
  - {text: three, why: No., misconception: third}
  - {text: four, why: No., misconception: fourth}
"""


@pytest.mark.parametrize(
    ("edited", "answer"),
    [
        (CHOICE.replace("  - {text: four, why: No., misconception: fourth}\n", ""), "d"),
        (CHOICE.partition("  options:")[0].replace("choice", "short") + "  accepted: [one]\n", "a"),
    ],
)
def test_an_edit_without_a_new_revision_is_noticed(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], edited: str, answer: str
) -> None:
    handed = next_ask(open_desk(write_bank("kv-cache", more=CHOICE)), Wishes(), rng=Random(1))
    assert handed is not None
    with pytest.raises(UsageError, match="`which` changed or left its bank since; ask again"):
        answer_ask(open_desk(write_bank("kv-cache", more=edited)), handed.id, answer)


@pytest.mark.parametrize("edit", [("tokens", "words"), ("kv.cache_bytes", "kv.none")])
def test_edited_numbers_are_noticed_where_the_answer_hangs_on_them(
    open_desk: Callable[..., Desk],
    write_bank: Callable[..., BankFile],
    numeric_yaml: str,
    edit: tuple[str, str],
) -> None:
    handed = next_ask(open_desk(write_bank("kv-cache", more=numeric_yaml)), Wishes(), rng=Random(2))
    assert handed is not None
    desk = open_desk(write_bank("kv-cache", more=numeric_yaml.replace(*edit)))
    with pytest.raises(UsageError, match="`kv-bytes` changed or left its bank since; ask again"):
        answer_ask(desk, handed.id, "1 GiB")


@pytest.fixture
def undrawable(numeric_yaml: str) -> str:
    """Two questions whose trap equals their answer."""
    text = numeric_yaml.replace("32*8*128*2*tokens", "2*32*8*128*2*tokens")
    return text + text.replace("kv-bytes", "kv-more")


def test_an_ask_that_cannot_be_drawn_is_named(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], undrawable: str
) -> None:
    desk = open_desk(write_bank("kv-cache", more=undrawable))
    with pytest.raises(ContentError, match="`kv-bytes` can't be drawn"):
        next_ask(desk, Wishes(), rng=Random(1))
    assert desk.journal.count("asked") == 0


def test_what_cannot_be_drawn_is_passed_over(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], undrawable: str
) -> None:
    bank = write_bank("kv-cache", "hard", difficulty=5, outline="kv-memory", more=undrawable)
    handed = next_ask(open_desk(bank), Wishes(), rng=Random(1))
    assert handed is not None
    assert handed.sheet.item == "hard"
    assert [problem.split("`")[1] for problem in handed.problems] == ["kv-bytes", "kv-more"]


def test_what_is_due_comes_before_new_ones(desk: Desk, open_desk: Callable[..., Desk], clock: Any) -> None:
    question = desk.library.compiled("tokens-3").question
    take(desk, question, Ask(question.id, 1), Given("attention", 30.0), longest=1)
    clock.on(days=2)
    handed = next_ask(open_desk(), Wishes(), rng=Random(1))
    assert handed is not None
    assert handed.sheet.item == "tokens-3"
