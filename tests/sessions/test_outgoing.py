"""Answers and states of items as rows: ratings in force, what was undone, one's newest note."""

from datetime import date, datetime

import pytest

from drill.sessions.desk import Desk
from drill.sessions.outgoing import answers, states
from drill.study.ask import Ask
from drill.study.journal import Answered, Bookmarked, GaveUp, Noted, Rating, Rerated, Suspended, Undone
from drill.study.kata import Exercise
from drill.study.question import ItemId, Topic

ITEM = ItemId("tokens-1")


def answered(item: ItemId = ITEM, text: str = "attention") -> Answered:
    return Answered(Ask(item, 1), text, True, 1.0, Rating.GOOD, 12.5, date(2026, 5, 7), confidence=2)


def test_an_answer_in_full(desk: Desk) -> None:
    desk.write(answered())
    (given,) = answers(desk)
    assert given.when == datetime.fromisoformat("2026-05-04T09:00+02:00")
    assert given.when.isoformat() == "2026-05-04T09:00:00+02:00"
    assert given[1:] == (
        date(2026, 5, 4),
        ITEM,
        "tokens",
        "short",
        True,
        1.0,
        "good",
        12.5,
        date(2026, 5, 7),
        2,
        "attention",
        False,
    )


def test_another_rating_and_undo(desk: Desk) -> None:
    first, second = desk.write(answered()), desk.write(answered(text="gone"))
    desk.write(Rerated(first.id, ITEM, Rating.EASY, date(2026, 5, 20)))
    desk.write(Undone(second.id, ITEM))
    rows = [(given.text, given.rating, given.due, given.undone) for given in answers(desk)]
    assert rows == [
        ("attention", "easy", date(2026, 5, 20), False),
        ("gone", "good", date(2026, 5, 7), True),
    ]


def test_an_item_that_no_bank_holds_any_more(desk: Desk) -> None:
    desk.write(answered(ItemId("gone")))
    assert [(given.topic, given.kind) for given in answers(desk)] == [("", "")]
    assert [(state.item, state.topic, state.kind) for state in states(desk, {})] == [("gone", "", "")]


def test_states(desk: Desk) -> None:
    desk.write(answered())
    desk.write(Noted(ITEM, "first"))
    desk.write(Noted(ITEM, "second"))
    desk.write(Bookmarked(ITEM, True))
    desk.write(Suspended(ItemId("tokens-2")))
    desk.write(GaveUp(ItemId("kata:softmax"), date(2026, 5, 5)))
    softmax = Exercise("Softmax", Topic("sampling"), ("a",), 1, 10, ("softmax",), ("a", "b", "c"))
    kata, one, two = states(desk, {"softmax": softmax})
    assert (kata.item, kata.kind, kata.topic) == ("kata:softmax", "kata", "sampling")
    assert (one.note, one.bookmarked, one.suspended, one.answers) == ("second", True, False, 1)
    assert one.stability is not None
    assert one.stability > 0
    assert one.recall == pytest.approx(1.0)
    assert (two.suspended, two.aside, two.stability, two.recall, two.due) == (True, True, None, None, None)
