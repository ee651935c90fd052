"""Flashcards as a package that Anki opens: the same note each time it is exported, so an edit updates it.

Leaves out what stands on a card (ui/flashcard.py) and reading packages (ankireading.py).
"""

import io
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing
from datetime import datetime
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from drill.errors import MissingError

if TYPE_CHECKING:
    from genanki import Deck, Model

# lasting: Anki tells note types and decks apart by them
NOTE_TYPE = 1_602_417_383
_FIRST_DECK = 1_700_000_000
_DECKS = 100_000_000
_ZIP_DATE = (2020, 1, 1, 0, 0, 0)


class Flashcard(NamedTuple):
    """One note: its item, the deck's topic, both sides in HTML, tags without spaces."""

    item: str
    topic: str
    front: str
    back: str
    tags: Sequence[str]


def package(cards: Iterable[Flashcard], *, css: str, at: datetime) -> bytes:
    """Return cards as the bytes of an .apkg, a deck for each topic, last changed `at`.

    Anki takes a note's new text where `at` is later than what it has. MissingError without genanki.
    """
    try:
        from genanki import Package
    except ImportError:
        raise MissingError("genanki is not installed; pip install 'drill[anki]'") from None
    decks = _decks(cards, css)
    with closing(sqlite3.connect(":memory:")) as connection:
        seconds = at.timestamp()
        Package(decks).write_to_db(connection.cursor(), seconds, count(int(seconds * 1000)))
        connection.commit()
        return _zipped({"collection.anki2": connection.serialize(), "media": b"{}"})


def _decks(cards: Iterable[Flashcard], css: str) -> "list[Deck]":
    from genanki import Deck, Note

    model, decks = _model(css), {}
    for card in cards:
        if card.topic not in decks:
            decks[card.topic] = Deck(_deck_id(card.topic), f"drill::{card.topic}")
        fields = [card.front, card.back, card.item]
        note = Note(model, fields, sort_field=card.item, guid=f"drill:{card.item}", tags=list(card.tags))
        decks[card.topic].add_note(note)
    return list(decks.values())


def _model(css: str) -> "Model":
    from genanki import Model

    answer = '{{FrontSide}}<hr id="answer">{{Answer}}<p class="quiet">drill · {{Item}}</p>'
    fields = [{"name": name} for name in ("Question", "Answer", "Item")]
    template: dict[str, Any] = {"name": "drill", "qfmt": "{{Question}}", "afmt": answer}
    return Model(NOTE_TYPE, "drill", fields=fields, templates=[template], css=css, sort_field_index=2)


def _deck_id(topic: str) -> int:
    return _FIRST_DECK + int.from_bytes(sha256(topic.encode()).digest()[:8]) % _DECKS


def _zipped(members: dict[str, bytes]) -> bytes:
    held = io.BytesIO()
    with ZipFile(held, "w") as file:
        for name, content in members.items():
            file.writestr(ZipInfo(name, _ZIP_DATE), content, compress_type=ZIP_DEFLATED)
    return held.getvalue()
