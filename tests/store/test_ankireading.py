"""Packages as Anki writes and has written them are read; whatever else comes ends in one line."""

import random
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
import zstandard

from drill.errors import ContentError, DrillError, MissingError
from drill.store import ankireading
from drill.store.ankireading import AnkiNote, read_notes

Pack = Callable[..., Path]
TABLE = "create table notes (id integer primary key, guid text, mid integer, flds text)"
NOTES = [AnkiNote("guid-1", ("front", "back")), AnkiNote("guid-2", ("<b>x</b>", "", "extra"))]


def collection(*statements: str) -> bytes:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for statement in statements or (TABLE,):
            connection.execute(statement)
        if not statements:
            rows = [(note.guid, "\x1f".join(note.fields)) for note in NOTES]
            connection.executemany("insert into notes (guid, mid, flds) values (?, 1, ?)", rows)
        return connection.serialize()


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    """Write members into a package."""

    def write(members: dict[str, bytes]) -> Path:
        path = tmp_path / "cards.apkg"
        with ZipFile(path, "w", ZIP_DEFLATED) as file:
            for name, content in members.items():
                file.writestr(name, content)
        return path

    return write


def refused(path: Path) -> str:
    with pytest.raises(ContentError) as error:
        read_notes(path)
    said = str(error.value)
    assert said.startswith(f"{path}: ")
    assert "\n" not in said
    return said.removeprefix(f"{path}: ")


@pytest.mark.parametrize("legacy", [True, False])
def test_what_anki_itself_writes(tmp_path: Path, legacy: bool) -> None:
    """Its older format, and today's, which has beside it an old collection that only says to update."""
    api: Any = pytest.importorskip("anki.collection")
    opened = api.Collection(str(tmp_path / "collection.anki2"))
    model = opened.models.by_name("Basic")
    for front, back in (("What is <b>TTFT</b>?", "time to first token"), ("🔥?", "తె")):
        note = opened.new_note(model)
        note.fields = [front, back]
        opened.add_note(note, 1)
    guids = [opened.get_note(note).guid for note in opened.find_notes("")]
    path = tmp_path / "out.apkg"
    options = api.ExportAnkiPackageOptions(with_media=True, legacy=legacy)
    opened.export_anki_package(out_path=str(path), options=options, limit=None)
    opened.close()
    with ZipFile(path) as file:
        assert ("collection.anki21b" in file.namelist()) is not legacy
    assert read_notes(path) == [
        AnkiNote(guids[0], ("What is <b>TTFT</b>?", "time to first token")),
        AnkiNote(guids[1], ("🔥?", "తె")),
    ]


def test_the_newest_collection_counts(pack: Pack) -> None:
    packed = zstandard.compress(collection())
    for name, content in (("collection.anki21b", packed), ("collection.anki21", collection())):
        assert read_notes(pack({"collection.anki2": b"old", name: content})) == NOTES
    assert read_notes(pack({"collection.anki2": collection(), "media": b"{}"})) == NOTES


def test_names_that_lead_elsewhere_are_never_followed(pack: Pack, tmp_path: Path) -> None:
    evil = {"../../evil": b"x", "/etc/evil": b"x", "C:\\evil": b"x"}
    assert read_notes(pack({**evil, "collection.anki21": collection()})) == NOTES
    assert [path.name for path in tmp_path.iterdir()] == ["cards.apkg"]


def test_zstandard_is_missing(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(MissingError) as missing:
        read_notes(pack({"collection.anki21b": b"x"}))
    said = "zstandard is not installed; pip install 'drill[anki]', or export for older Anki versions"
    assert str(missing.value) == said


def test_what_is_no_package(tmp_path: Path, pack: Pack) -> None:
    assert refused(tmp_path / "none.apkg") == "can't be read (No such file or directory); check the path"
    assert refused(tmp_path).startswith("can't be read (Is a directory)")
    path = tmp_path / "text.apkg"
    path.write_text("no zip")
    assert refused(path) == "no package of Anki's, or a damaged one (BadZipFile); export it again"
    assert refused(pack({"media": b""})) == "holds no collection of Anki's; in Anki: File, Export, .apkg"
    said = refused(pack({"collection.anki21b": b"no zstandard"}))
    assert said == "no package of Anki's, or a damaged one (BadZipFile); export it again"
    said = refused(pack({"collection.anki2": b"no database" * 100}))
    assert said == "its collection can't be read (file is not a database); export it again"
    said = refused(pack({"collection.anki2": collection("create table cards (id)")}))
    assert said == "its collection can't be read (no such table: notes); export it again"


def test_bombs(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ankireading, "MOST_BYTES", 2**20)
    bomb = b"\0" * (64 * 2**20)
    for name, content in (("collection.anki21", bomb), ("collection.anki21b", zstandard.compress(bomb))):
        assert refused(pack({name: content})) == "its collection is larger than 1 MiB; export less"


def test_too_many_notes(pack: Pack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ankireading, "MOST_NOTES", 1)
    assert refused(pack({"collection.anki2": collection()})) == "more than 1 notes; export less"


@pytest.mark.parametrize(
    "statements",
    [
        (
            "create view notes as with recursive n(x) as (select 1 union all select x + 1 from n) "
            "select x as guid, x as flds from n where x < 0",
        ),
        (TABLE, "insert into notes (guid, flds) values ('g', zeroblob(8000000))"),
    ],
    ids=["without end", "huge field"],
)
def test_a_hostile_collection(pack: Pack, statements: tuple[str, ...]) -> None:
    assert refused(pack({"collection.anki2": collection(*statements)})).startswith(
        "its collection can't be read ("
    )


def test_values_of_other_types(pack: Pack) -> None:
    rows = "insert into notes (guid, flds) values (null, null), (7, x'41')"
    notes = read_notes(pack({"collection.anki2": collection(TABLE, rows)}))
    assert notes == [AnkiNote("", ("",)), AnkiNote("7", ("A",))]


@pytest.mark.parametrize("seed", range(150))
def test_damage_ends_in_one_line(pack: Pack, seed: int) -> None:
    rng = random.Random(seed)
    packed = zstandard.compress(collection())
    path = pack({"collection.anki21b": packed} if seed % 2 else {"collection.anki21": collection()})
    content = bytearray(path.read_bytes())
    for _ in range(rng.randrange(1, 6)):
        content[rng.randrange(len(content))] = rng.randrange(256)
    path.write_bytes(content[: rng.randrange(len(content))] if seed % 3 == 0 else content)
    try:
        read_notes(path)
    except DrillError as error:
        assert "\n" not in str(error)  # noqa: PT017 - most, but not all, damage is found


@pytest.mark.parametrize("seed", range(150))
def test_a_damaged_database_ends_in_one_line(pack: Pack, seed: int) -> None:
    rng = random.Random(seed)
    content = bytearray(collection())
    for _ in range(rng.choice([1, 10, 100])):
        content[rng.randrange(len(content))] = rng.randrange(256)
    try:
        read_notes(pack({"collection.anki21": bytes(content)}))
    except DrillError as error:
        assert "\n" not in str(error)  # noqa: PT017 - as above
