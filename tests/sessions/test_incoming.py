"""Notes of Anki's as cards: text for HTML, lasting ids, and why a note is none."""

from collections.abc import Callable
from pathlib import Path

import pytest

from drill.errors import UsageError
from drill.sessions import incoming
from drill.sessions.incoming import anki_cards, with_topic
from drill.store.ankireading import AnkiNote
from drill.study.draft import Card, Refused

Cards = Callable[..., list[Card | Refused]]


@pytest.fixture
def cards(monkeypatch: pytest.MonkeyPatch) -> Cards:
    """Return the cards of notes, whose fields are given, under ids of their own."""

    def of(*notes: tuple[str, ...], guid: str = "guid") -> list[Card | Refused]:
        read = [AnkiNote(f"{guid}{number}" if guid else "", fields) for number, fields in enumerate(notes)]
        monkeypatch.setattr(incoming, "read_notes", lambda _: read)
        return anki_cards(Path("x.apkg"))

    return of


def test_fields(cards: Cards) -> None:
    (card,) = cards(("What is <b>TTFT</b>?", "", "time to<br>first *token*", "See <i>above</i>.<br>So."))
    assert isinstance(card, Card)
    assert card.where == "note 1"
    assert card.prompt == "What is TTFT?"
    assert (card.answer, card.parts) == ("time to\nfirst *token*", ("time to", r"first \*token\*"))
    assert card.explanation == "See above.\n\nSo."
    assert (card.topic, card.difficulty, card.lost) == (None, None, "")


def test_ids_last(cards: Cards) -> None:
    first, second = cards(("a", "b"), ("c", "d"))
    (edited,) = cards(("a, edited", "b"))
    (other,) = cards(("a", "b"), guid="other")
    assert isinstance(first, Card)
    assert isinstance(second, Card)
    assert isinstance(edited, Card)
    assert isinstance(other, Card)
    assert first.item == edited.item
    assert len({first.item, second.item, other.item}) == 3


@pytest.mark.parametrize(
    ("fields", "guid", "why"),
    [
        (("The {{c1::cache}}", ""), "g", "a cloze; drill asks no gaps"),
        (("a", "b"), "drill:kv-", "a question that drill has exported"),
        (("a", "b"), "", "it has no id"),
        (("a", "b" * 100_001), "g", "a field of 100,001 characters"),
    ],
)
def test_what_is_no_card(cards: Cards, fields: tuple[str, ...], guid: str, why: str) -> None:
    (card,) = cards(fields, guid=guid)
    assert isinstance(card, Refused)
    assert (card.where, card.why) == ("note 1", why)


def test_one_field_and_lost_pictures(cards: Cards) -> None:
    alone, picture = cards(("a",), ('<img src="x">', "b [sound:x.mp3]"))
    assert isinstance(alone, Card)
    assert isinstance(picture, Card)
    assert alone.answer == ""
    assert (picture.prompt, picture.answer, picture.lost) == ("", "b", "pictures or sound")


def test_topics(cards: Cards) -> None:
    named = Card("line 1", "a", "b", ("b",), topic="tokens")
    bare, refused = named._replace(topic=None), Refused("line 2", "", "x")
    assert with_topic([named, bare, refused], "kv-cache") == [named, bare._replace(topic="kv-cache"), refused]
    assert with_topic([bare], None) == [bare]
    with pytest.raises(UsageError):
        with_topic([], "KV cache")
