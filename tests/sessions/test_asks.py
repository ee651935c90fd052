"""Asks that outlive the process: answered once, after an undo again, never after an edit."""

from collections.abc import Callable
from random import Random

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


@pytest.mark.parametrize("ask_id", ["none", "", "\x1b[2J"])
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


def test_an_ask_that_cannot_be_drawn_is_named(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], numeric_yaml: str
) -> None:
    no_fair_draw = numeric_yaml.replace("32*8*128*2*tokens", "2*32*8*128*2*tokens")
    with pytest.raises(ContentError, match="can't be drawn"):
        next_ask(open_desk(write_bank("kv-cache", more=no_fair_draw)), Wishes(new=1), rng=Random(1))
