"""Which questions go on cards, and that a card shows the same ask each time."""

from collections.abc import Callable
from datetime import date

from drill.content.library import BankFile
from drill.sessions.desk import Desk
from drill.sessions.flashcards import Chosen, Drawn, drawn, rows_of
from drill.study.ask import Ask
from drill.study.journal import Answered, Rating
from drill.study.question import ItemId


def ids(desk: Desk, chosen: Chosen) -> list[str]:
    return [row.id for row in rows_of(desk, chosen)]


def test_topics(desk: Desk) -> None:
    assert len(ids(desk, Chosen())) == 24
    assert ids(desk, Chosen(("serving",))) == [f"serving-{n}" for n in range(8)]


def test_what_falls_due(desk: Desk) -> None:
    for item, due in (("tokens-1", date(2026, 5, 7)), ("tokens-2", date(2026, 5, 8))):
        desk.write(Answered(Ask(ItemId(item), 1), "x", True, 1.0, Rating.GOOD, 9.0, due))
    assert ids(desk, Chosen(due_in=2)) == []
    assert ids(desk, Chosen(due_in=3)) == ["tokens-1"]
    assert ids(desk, Chosen(due_in=4)) == ["tokens-1", "tokens-2"]
    assert ids(desk, Chosen(("serving",), due_in=4)) == []


def test_the_exam_pool_is_left_out(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]
) -> None:
    desk = open_desk(write_bank("tokens", "seen"), write_bank("serving", "kept", pool="exam"))
    assert ids(desk, Chosen()) == ["seen"]
    assert ids(desk, Chosen(exam=True)) == ["seen", "kept"]


def test_a_card_shows_the_same_numbers_at_each_export(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], numeric_yaml: str
) -> None:
    bank = write_bank("kv-cache", more=numeric_yaml)
    cards = [
        list(drawn(desk, rows_of(desk, Chosen()))) for desk in (open_desk(bank), open_desk(bank, seed=2))
    ]
    assert cards[0] == cards[1]
    (card,) = cards[0]
    assert isinstance(card, Drawn)
    assert card.ask.numbers


def test_a_key_that_no_tag_may_be(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]
) -> None:
    desk = open_desk(write_bank("tokens", "one", outline="'my own: key'"))
    (card,) = drawn(desk, rows_of(desk, Chosen()))
    assert isinstance(card, Drawn)
    assert card.tags[-1] == "drill::outline::my-own-key"
