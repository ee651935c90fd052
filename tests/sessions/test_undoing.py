"""Undo outside a sitting: the newest answer that counts."""

from typing import Any

from drill.sessions.answering import Given, take
from drill.sessions.desk import Desk
from drill.sessions.undoing import newest_answer, undo_last, undone_answers
from drill.study.ask import Ask
from drill.study.journal import Bookmarked, Entry, Undone
from drill.study.question import ItemId
from drill.study.record import Record


def answer(desk: Desk, item: str) -> Entry:
    question = desk.library.compiled(item).question
    outcome = take(desk, question, Ask(question.id, question.rev), Given("attention"), longest=365)
    assert outcome.entry is not None
    return outcome.entry


def test_undo_walks_back_through_the_answers(desk: Desk, clock: Any) -> None:
    assert undo_last(desk) is None
    first = answer(desk, "tokens-0")
    clock.on(days=3)
    second = answer(desk, "tokens-1")
    desk.write(Bookmarked(ItemId("tokens-0"), on=True))
    assert newest_answer(desk) == second
    assert undo_last(desk) == second
    third = answer(desk, "tokens-2")
    assert [undo_last(desk), undo_last(desk), undo_last(desk)] == [third, first, None]
    assert desk.record(ItemId("tokens-1")) == Record()
    assert desk.record(ItemId("tokens-0")) == Record(bookmarked=True)


def test_an_answer_whose_undo_was_undone_is_the_newest_again(desk: Desk) -> None:
    entry = answer(desk, "tokens-0")
    undo_last(desk)
    undo = next(desk.journal.entries(tags=("undone",)))
    assert undone_answers(desk) == {entry.id}
    desk.write(Undone(undo.id, ItemId("tokens-0")))
    assert newest_answer(desk) == entry
    assert undone_answers(desk) == set()
    assert undo_last(desk) == entry
    assert newest_answer(desk) is None
    assert undone_answers(desk) == {entry.id}


def test_an_answer_to_a_question_that_left_its_bank_can_be_undone(desk: Desk) -> None:
    entry = answer(desk, "tokens-0")
    del desk.library._places["tokens-0"]
    assert undo_last(desk) == entry
