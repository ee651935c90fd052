"""The entries that can still be read out of a damaged journal and its log, whatever is wrong around them.

Leaves out what becomes of them (rebuilding.py). An entry is never changed, so that each version of a page
that is still there may lend its entries: what one has lost another may hold.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from drill.store.loglines import fault_of
from drill.store.pages import MAGIC, Fetch, keys, page_bytes, records
from drill.store.rows import Row
from drill.store.wal import page_bytes_of, read_wal

# the columns of an entry, without and with what a newer drill said
_COLUMNS = (10, 11)
_KEY_COLUMNS = (4,)
_BLOCK_BYTES = 4096

# its number and its bytes
Page = tuple[int, bytes]


class Salvaged(NamedTuple):
    """The entries that could be read, in order, and (counter, device) of each one that an index names."""

    rows: list[Row]
    named: set[tuple[int, str]]


def salvage(main: bytes, raw_log: bytes) -> Salvaged:
    """Read a journal's bytes and its log's; either may be b""."""
    frames = read_wal(raw_log).frames
    size = page_bytes(main) if main.startswith(MAGIC) else page_bytes_of(raw_log)
    newest = {frame.number: frame.page for frame in frames}

    def fetch(number: int) -> bytes:
        return newest.get(number) or (_page(main, number, size) if number > 0 else b"")

    # the log's pages first: those were held against a checksum
    pages = [*((frame.number, frame.page) for frame in reversed(frames)), *_pages(main, size)]
    found = Union(_rows(pages, fetch))
    return Salvaged(sorted(found.rows, key=lambda row: row[:3]), set(_names(pages, fetch)))


def _rows(pages: Sequence[Page], fetch: Fetch) -> Iterator[Row]:
    found = (
        record for number, page in pages for record in records(page, _COLUMNS, fetch, is_first=number == 1)
    )
    for record in dict.fromkeys(found):
        row = (*record, None) if len(record) == _COLUMNS[0] else record
        if fault_of(row) is None:
            yield row


def _names(pages: Sequence[Page], fetch: Fetch) -> Iterator[tuple[int, str]]:
    for _, page in pages:
        for key in keys(page, _KEY_COLUMNS, fetch):
            # of the index over counter, device and id: the number of a row follows them
            match key:
                case (int(counter), str(device), str(), int()):
                    yield counter, device


class Union:
    """Entries put together from several places, the most trusted first: what is here already is not added."""

    def __init__(self, rows: Iterable[Row]) -> None:
        """Begin with these rows."""
        self.rows: list[Row] = []
        self._ids: set[str] = set()
        self._deeds: set[Row] = set()
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> bool:
        """Add an entry and say whether it was new."""
        counter, device, entry_id, at, *_, body, _ = row
        # the same deed under another id is the same entry with a damaged id
        deed = (counter, device, at, body)
        if entry_id in self._ids or deed in self._deeds:
            return False
        self._ids.add(entry_id)
        self._deeds.add(deed)
        self.rows.append(row)
        return True


def read_around(path: Path) -> bytes:
    """Return a file's bytes with zeros for the blocks that the disk no longer gives; b"" without a file."""
    if not path.exists():
        return b""
    try:
        return path.read_bytes()
    except OSError:
        # a folder in its place, or no permission, is an error here too
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            return b"".join(_block(file.fileno(), at, size) for at in range(0, size, _BLOCK_BYTES))


def _block(file: int, at: int, size: int) -> bytes:
    wanted = min(_BLOCK_BYTES, size - at)
    try:
        return os.pread(file, wanted, at).ljust(wanted, b"\0")
    except OSError:
        return bytes(wanted)


def _pages(main: bytes, size: int) -> Iterator[Page]:
    return ((number, _page(main, number, size)) for number in range(1, -(-len(main) // size) + 1))


def _page(main: bytes, number: int, size: int) -> bytes:
    """Return a page; one that is cut off ends in zeros, one behind the end of the file is b""."""
    found = main[(number - 1) * size : number * size]
    return found and found.ljust(size, b"\0")
