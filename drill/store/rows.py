"""Entries and snapshots as rows: the columns in their order, and the way there and back.

Leaves out every query and connection (journal.py, database.py).
"""

from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import MsgspecError

from drill.errors import DamagedError
from drill.store.snapshot import Snapshot
from drill.study.journal import Entry, Stamp, decode_body, encode_body, item_of, tag_of

Row = tuple[Any, ...]

SELECT_ENTRY = "select counter, device, id, at, utc_offset, day, version, tag, item, body, extra from entry"
SELECT_DEVICE = "select value from meta where key = 'device'"
INSERT_ENTRY = """
    insert into entry (counter, device, id, at, utc_offset, day, version, tag, item, body, extra)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
SELECT_SNAPSHOT = "select item, due, first_day, last_day, suspended, body from snapshot"
PUT_SNAPSHOT = """
    insert or replace into snapshot (item, due, first_day, last_day, suspended, body)
    values (?, ?, ?, ?, ?, ?)
"""


def entry_row(entry: Entry) -> Row:
    """Return an entry's columns. Raises ValueError where its instant has no time zone."""
    stamp, body = entry.stamp, entry.body
    return (
        entry.counter,
        entry.device,
        entry.id,
        _instant_text(stamp.at),
        stamp.offset,
        stamp.day.isoformat(),
        entry.version,
        tag_of(body),
        item_of(body),
        encode_body(body).decode(),
        None,
    )


def read_entry(row: Row, path: Path) -> Entry:
    """Read a row of SELECT_ENTRY in the journal at `path`. Raises DamagedError where it is broken."""
    counter, device, entry_id, at, offset, day, version, tag, _, body, _ = row
    try:
        return Entry(
            id=entry_id,
            device=device,
            counter=counter,
            stamp=Stamp(at=_read_instant(at), offset=offset, day=date.fromisoformat(day)),
            body=decode_body(tag, body.encode(), version=version),
            version=version,
        )
    except (AttributeError, TypeError, ValueError, MsgspecError) as error:
        # a column may hold another type than was put there
        raise DamagedError(
            f"{path}: entry {entry_id} is damaged ({error}); start drill again to restore it"
        ) from error


def snapshot_row(snapshot: Snapshot) -> Row:
    """Return a snapshot's columns, in the order of PUT_SNAPSHOT."""
    days = (snapshot.due, snapshot.first_day, snapshot.last_day)
    return (snapshot.item, *(day and day.isoformat() for day in days), snapshot.suspended, snapshot.body)


def read_snapshot(row: Row) -> Snapshot:
    """Read a row of SELECT_SNAPSHOT."""
    # a session's start reads thousands of these
    item, due, first_day, last_day, suspended, body = row
    return Snapshot(item, _read_day(due), _read_day(first_day), _read_day(last_day), suspended == 1, body)


@cache
def _read_day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _instant_text(at: datetime) -> str:
    if at.tzinfo is None:
        raise ValueError(f"an entry's instant needs a time zone: {at.isoformat()}")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def _read_instant(text: str) -> datetime:
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)
