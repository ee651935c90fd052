"""SQLite's pages, as far as it takes to read the rows of a table out of a damaged file.

Leaves out all that leads from page to page, overflow chains apart: each page is tried alone. Format:
https://www.sqlite.org/fileformat2.html, sections 1.6 and 2.1.
"""

import struct
from collections.abc import Callable, Container, Iterator

Value = int | float | str | bytes | None
Record = tuple[Value, ...]
# a page by its number, b"" where there is none
Fetch = Callable[[int], bytes]

MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
USUAL_PAGE_BYTES = 4096
_SIZES = frozenset(2**power for power in range(9, 17))
# the types of index pages; every other page may be one of rows, since a flipped bit may have changed its type
_INDEX_NODE, _INDEX_LEAF = 0x02, 0x0A
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def page_bytes(header: bytes) -> int:
    """Return the size of a page, as a file's header says; the usual one where it says nothing sensible."""
    size = int.from_bytes(header[16:18])
    # 64 KiB does not fit into two bytes and is written as 1
    return sensible(65536 if size == 1 else size)


def sensible(size: int) -> int:
    """Return a page's size if it can be one, the usual one if it can't."""
    return size if size in _SIZES else USUAL_PAGE_BYTES


def records(
    page: bytes, columns: Container[int], fetch: Fetch, *, is_first: bool = False
) -> Iterator[Record]:
    """Yield each row that can be read off a page, of as many values as `columns` allows.

    Neither the page's type nor its count of cells is believed. `is_first` for page 1, where the file's header
    comes before the page's own.
    """
    start = HEADER_BYTES if is_first else 0
    if len(page) >= start + 8 and page[start] not in (_INDEX_LEAF, _INDEX_NODE):
        # in a table a row's number comes between its size and its values
        yield from _cells(page, start + 8, lambda at: _row(page, at, columns, fetch))


def keys(page: bytes, columns: Container[int], fetch: Fetch) -> Iterator[Record]:
    """Yield each key that can be read off a page of an index, of as many values as `columns` allows."""
    if page[:1] == bytes([_INDEX_LEAF]):
        yield from _cells(page, 8, lambda at: _key(page, at, columns, fetch))
    elif page[:1] == bytes([_INDEX_NODE]):
        # in a node the number of the page below comes first
        yield from _cells(page, 12, lambda at: _key(page, at + 4, columns, fetch))


def _cells(page: bytes, first: int, read: Callable[[int], Record | None]) -> Iterator[Record]:
    # the pointers to the cells stand in a row, which ends before the lowest cell
    lowest, at = len(page), first
    while at + 2 <= lowest:
        cell = int.from_bytes(page[at : at + 2])
        record = read(cell) if first < cell < len(page) else None
        if record is not None:
            lowest = min(lowest, cell)
            yield record
        at += 2


def _row(page: bytes, at: int, columns: Container[int], fetch: Fetch) -> Record | None:
    try:
        size, at = _varint(page, at)
        _, at = _varint(page, at)
        return _record(_payload(page, at, size, len(page) - 35, fetch), columns)
    except (IndexError, ValueError, struct.error):
        return None


def _key(page: bytes, at: int, columns: Container[int], fetch: Fetch) -> Record | None:
    try:
        size, at = _varint(page, at)
        most = (len(page) - 12) * 64 // 255 - 23
        return _record(_payload(page, at, size, most, fetch), columns)
    except (IndexError, ValueError, struct.error):
        return None


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """Return an integer of 1 to 9 bytes and where it ends."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | page[place] & 0x7F
        if page[place] < 0x80:
            return value, place + 1
    return value << 8 | page[at + 8], at + 9


def _payload(page: bytes, at: int, size: int, most: int, fetch: Fetch) -> bytes:
    """Return a cell's bytes: up to `most` in its page, else in others too; ValueError where one lacks."""
    usable = len(page)
    least = (usable - 12) * 32 // 255 - 23
    if size <= most:
        return _exactly(page[at : at + size], size)
    local = least + (size - least) % (usable - 4)
    local = local if local <= most else least
    parts, left = [_exactly(page[at : at + local], local)], size - local
    following = int.from_bytes(_exactly(page[at + local : at + local + 4], 4))
    while left > 0:
        # a chain that has lost its way ends at a page that isn't there, or when the size is used up
        over = _exactly(fetch(following), usable)
        parts.append(over[4 : 4 + left])
        left -= usable - 4
        following = int.from_bytes(over[:4])
    return b"".join(parts)


def _exactly(found: bytes, size: int) -> bytes:
    if len(found) != size:
        raise ValueError("cut off")
    return found


def _record(payload: bytes, columns: Container[int]) -> Record | None:
    end, at = _varint(payload, 0)
    kinds = []
    while at < end:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if at != end or len(kinds) not in columns:
        return None
    values = []
    for kind in kinds:
        value, at = _value(payload, at, kind)
        values.append(value)
    return tuple(values) if at == len(payload) else None


def _value(payload: bytes, at: int, kind: int) -> tuple[Value, int]:
    """Return a value by its serial type and where it ends; ValueError for one that is cut off."""
    if kind == 0:
        return None, at
    if kind in _INTEGER_BYTES:
        end = at + _INTEGER_BYTES[kind]
        return int.from_bytes(_exactly(payload[at:end], end - at), signed=True), end
    if kind == 7:
        return struct.unpack(">d", payload[at : at + 8])[0], at + 8
    if kind in (8, 9):
        return kind - 8, at
    if kind < 12:
        raise ValueError("no type of SQLite's")
    end = at + (kind - 12) // 2
    raw = _exactly(payload[at:end], end - at)
    # a letter that was hit is no reason to lose the text around it
    return (raw.decode(errors="replace") if kind % 2 else raw), end
