"""The notes in a package of Anki's, of any format it has had: read in memory, nothing is unpacked to disk.

Leaves out media, note types, what becomes of a note (sessions/incoming.py) and writing (ankiwriting.py).
"""

import io
import lzma
import sqlite3
import struct
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import NamedTuple
from zipfile import BadZipFile, ZipFile

from drill.errors import ContentError, MissingError
from drill.study.text import one_line

# newest first: beside a new one Anki puts an old one that only says to update
_COLLECTIONS = ("collection.anki21b", "collection.anki21", "collection.anki2")
_PACKED = "collection.anki21b"
MOST_BYTES = 128 * 2**20
MOST_NOTES = 50_000
_LONGEST_SAID = 80
_LONGEST_VALUE = 4 * 2**20
# a file may hold a query without end in the place of its table: some ten times what reading takes
_STEPS = 100_000
_MOST_STEPS = 500
_ROLLBACK_JOURNAL = b"\x01\x01"
_BROKEN_ZIP = (BadZipFile, EOFError, RuntimeError, ValueError, OverflowError, struct.error, zlib.error)
_BROKEN = (*_BROKEN_ZIP, lzma.LZMAError)


class AnkiNote(NamedTuple):
    """A note: the id it keeps in every collection, and its fields in HTML."""

    guid: str
    fields: tuple[str, ...]


def read_notes(path: Path) -> list[AnkiNote]:
    """Return the notes of a package, or of a whole collection, in Anki's order.

    ContentError for a file that is none, a damaged one, or one too large; MissingError where the package is
    compressed as Anki does today and zstandard is not installed.
    """
    return _notes(_collection(path), path)


def _collection(path: Path) -> bytes:
    """Return the newest collection in a package."""
    with _said(path), ZipFile(path) as file:
        name = next((name for name in _COLLECTIONS if name in file.namelist()), None)
        if name is None:
            raise ContentError(f"{path}: holds no collection of Anki's; in Anki: File, Export, .apkg")
        with file.open(name) as member:
            # what a header says of a size may be a lie
            content = member.read(MOST_BYTES + 1)
        content = _unpacked(content) if name == _PACKED else content
    if len(content) > MOST_BYTES:
        raise ContentError(f"{path}: its collection is larger than {MOST_BYTES // 2**20} MiB; export less")
    return content


def _unpacked(content: bytes) -> bytes:
    try:
        from zstandard import ZstdDecompressor, ZstdError
    except ImportError:
        raise MissingError(
            "zstandard is not installed; pip install 'drill[anki]', or export for older Anki versions"
        ) from None
    try:
        with ZstdDecompressor().stream_reader(io.BytesIO(content)) as reader:
            return reader.read(MOST_BYTES + 1)
    except ZstdError as error:
        raise BadZipFile(str(error)) from None


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """Say in one line what is wrong with a package."""
    try:
        yield
    except OSError as error:
        raise ContentError(f"{path}: can't be read ({error.strerror or error}); check the path") from None
    except _BROKEN as error:
        raise ContentError(
            f"{path}: no package of Anki's, or a damaged one ({type(error).__name__}); export it again"
        ) from None


def _notes(content: bytes, path: Path) -> list[AnkiNote]:
    # in memory there is no second file for SQLite's newer kind of journal
    plain = content[:18] + _ROLLBACK_JOURNAL + content[20:]
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(plain)
            rows = _rows(connection)
    except (sqlite3.Error, OverflowError, UnicodeDecodeError) as error:
        said = one_line(str(error), longest=_LONGEST_SAID)
        raise ContentError(f"{path}: its collection can't be read ({said}); export it again") from None
    if len(rows) > MOST_NOTES:
        raise ContentError(f"{path}: more than {MOST_NOTES:,} notes; export less")
    return [AnkiNote(guid, tuple(fields.split("\x1f"))) for guid, fields in rows]


def _rows(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    steps = count()
    connection.set_progress_handler(lambda: next(steps) > _MOST_STEPS, _STEPS)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)
    connection.execute("pragma trusted_schema = off")
    sql = "select coalesce(cast(guid as text), ''), coalesce(cast(flds as text), '') from notes limit ?"
    return connection.execute(sql, (MOST_NOTES + 1,)).fetchall()
