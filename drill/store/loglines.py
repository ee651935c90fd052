"""A journal as JSON Lines: a line that says what follows, then one an entry, each byte of a body as it was.

Leaves out where such a file lies (sessions/exchange.py) and putting entries into a journal (journal.py).
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta, MsgspecError, Raw, Struct

from drill.errors import ContentError
from drill.store.rows import Row
from drill.study.journal import Unknown, decode_body, item_of
from drill.study.text import one_line

VERSION = 1
# far above what a person can write, far below where SQLite's integers end
Number = Annotated[int, Meta(ge=1, le=2**53)]
# a UTC offset in minutes, as Python's time zones take it
Offset = Annotated[int, Meta(gt=-24 * 60, lt=24 * 60)]
# ids and devices name files and stand in lines that a person reads
Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{1,64}\Z")]
_LONGEST_ITEM = 200
# a week, a zone or an interval away from these is still a date
_YEARS = range(1000, 9000)
# an entry is read again from deeper in the program: what only just fits here would not fit there
_SPARE_DEPTH = 200
_NO_ENTRY = (ValueError, MsgspecError, RecursionError)


class Head(Struct, frozen=True):
    """The first line: what this is, in which version, and how many entries follow."""

    format: Literal["drill-log"]
    version: int
    entries: int


class Line(Struct, frozen=True):
    """One entry: the fields that this version knows."""

    counter: Number
    device: Name
    id: Name
    at: str
    offset: Offset
    day: str
    version: Number
    tag: Name
    item: str | None
    body: Raw


class _Tagged(Struct):
    type: str


FIELDS = Line.__struct_fields__
_encoder = msgspec.json.Encoder()
_line_decoder = msgspec.json.Decoder(Line)
_fields_decoder = msgspec.json.Decoder(dict[str, Raw])
_tag_decoder = msgspec.json.Decoder(_Tagged)


class Read(NamedTuple):
    """The rows of a log, and what is wrong with it, one line each; without trouble it is whole."""

    rows: list[Row]
    troubles: list[str]


def write_log(rows: Sequence[Row]) -> Iterator[bytes]:
    """Yield the lines of a log of these rows, line ends included."""
    yield _encoder.encode(Head("drill-log", VERSION, len(rows))) + b"\n"
    for row in rows:
        yield _line(row) + b"\n"


def fault_of(row: Row) -> str | None:
    """Return why a row is no entry, None where it is one: what a log would not bring back as it was."""
    try:
        return None if _row(_line(row)) == row else "it can't be told apart from another"
    except (AttributeError, TypeError, *_NO_ENTRY) as error:
        return str(error)


def read_log(lines: Iterable[bytes], where: str) -> Read:
    """Read a log as far as it can be read: a line that can't is one trouble and the others go on.

    Raises ContentError for the log of a newer drill.
    """
    rest = iter(lines)
    head = _head(next(rest, b""), where)
    if head is None:
        return Read([], [f"{where}: not a log of drill; `drill log export` writes one"])
    rows: list[Row] = []
    troubles: list[str] = []
    for number, line in enumerate(rest, start=2):
        try:
            rows.append(_row(line))
        except _NO_ENTRY as error:
            troubles.append(f"{where}:{number}: no entry ({error})")
    if not troubles and len(rows) < head.entries:
        troubles.append(f"{where}: cut off after {len(rows)} of {head.entries} entries")
    return Read(rows, troubles)


def _line(row: Row) -> bytes:
    *fields, body, extra = row
    values = (*fields, Raw(_on_one_line(body)))
    line = _encoder.encode(Line(**dict(zip(FIELDS, values, strict=True))))
    # what a newer drill said beyond these fields goes on as it came
    return line if extra is None else line[:-1] + b"," + extra.encode()[1:]


def _head(line: bytes, where: str) -> Head | None:
    try:
        head = msgspec.json.decode(line, type=Head)
    except _NO_ENTRY:
        return None
    if head.version > VERSION:
        raise ContentError(f"{where}: a log of version {head.version}, by a newer drill; update drill")
    return head


def _on_one_line(body: str) -> bytes:
    # a line break between two fields would end the line: such a body goes as a string
    return _encoder.encode(body) if "\n" in body or "\r" in body else body.encode()


def _row(line: bytes) -> Row:
    """Return the columns of rows.INSERT_ENTRY; one of _NO_ENTRY for what is no entry."""
    known = _line_decoder.decode(line)
    msgspec.json.decode(b"[" * _SPARE_DEPTH + line + b"]" * _SPARE_DEPTH, type=Raw)
    body = _body(known)
    _check(known, body)
    return (*(getattr(known, name) for name in FIELDS[:-1]), body.decode(), _extra(line))


def _body(known: Line) -> bytes:
    raw = bytes(known.body)
    return msgspec.json.decode(raw, type=str).encode() if raw.startswith(b'"') else raw


def _check(known: Line, body: bytes) -> None:
    _check_time(known)
    if known.item is not None and one_line(known.item, longest=_LONGEST_ITEM) != known.item:
        raise ValueError("its item is no name")
    if _tag_decoder.decode(body).type != known.tag:
        raise ValueError("its body is of another tag")
    payload = decode_body(known.tag, body, version=known.version)
    if not isinstance(payload, Unknown) and item_of(payload) != known.item:
        raise ValueError("its body speaks of another item")


def _check_time(known: Line) -> None:
    at, day = datetime.fromisoformat(known.at), date.fromisoformat(known.day)
    if at.tzinfo is None:
        raise ValueError("its instant has no time zone")
    # a day is looked up by its text
    if day.isoformat() != known.day:
        raise ValueError("its day is not written like 2026-05-04")
    if at.year not in _YEARS or day.year not in _YEARS:
        raise ValueError("its year is out of reach")


def _extra(line: bytes) -> str | None:
    fields = _fields_decoder.decode(line)
    more = {name: raw for name, raw in fields.items() if name not in FIELDS}
    return _encoder.encode(more).decode() if more else None
