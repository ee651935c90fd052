"""Packages for Anki: lasting ids, one deck a topic, and one line where genanki is missing.

What Anki itself makes of them: cli/test_export.py.
"""

import io
import json
import sqlite3
import sys
from datetime import UTC, datetime
from zipfile import ZipFile

import pytest

from drill.errors import MissingError
from drill.store.ankiwriting import NOTE_TYPE, Flashcard, package

AT = datetime(2026, 12, 10, 8, 0, tzinfo=UTC)
SECONDS = 1_796_889_600
CARDS = (
    Flashcard("one", "tokens", "<p>1 &lt; 2?</p>", "yes", ("drill::topic::tokens",)),
    Flashcard("two", "serving", "two?", "2", ()),
)


def collection(content: bytes) -> sqlite3.Connection:
    with ZipFile(io.BytesIO(content)) as file:
        assert file.namelist() == ["collection.anki2", "media"]
        assert file.read("media") == b"{}"
        connection = sqlite3.connect(":memory:")
        connection.deserialize(file.read("collection.anki2"))
    return connection


def test_notes_have_lasting_ids() -> None:
    connection = collection(package(CARDS, css=".card {}", at=AT))
    rows = connection.execute("select guid, mid, mod, tags, flds, sfld from notes order by id").fetchall()
    connection.close()
    assert rows == [
        (
            "drill:one",
            NOTE_TYPE,
            1796889600,
            " drill::topic::tokens ",
            "<p>1 &lt; 2?</p>\x1fyes\x1fone",
            "one",
        ),
        ("drill:two", NOTE_TYPE, 1796889600, "  ", "two?\x1f2\x1ftwo", "two"),
    ]


def test_decks_and_note_type_are_the_same_each_time() -> None:
    found = []
    for cards in (CARDS, CARDS[::-1]):
        connection = collection(package(cards, css=".card {}", at=AT))
        decks, models = map(json.loads, connection.execute("select decks, models from col").fetchone())
        connection.close()
        found.append({name: deck["name"] for name, deck in decks.items()})
        assert list(models) == [str(NOTE_TYPE)]
    assert found[0] == found[1]
    assert {"drill::tokens", "drill::serving"} <= set(found[0].values())


def test_genanki_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "genanki", None)
    with pytest.raises(MissingError) as missing:
        package(CARDS, css="", at=AT)
    assert str(missing.value) == "genanki is not installed; pip install 'drill[anki]'"
