"""Entries in the order (counter, device, id) or against it, read a page at a time through an index.

Leaves out what a row holds (rows.py). Pages, since an open cursor would keep this connection from writing
once another drill has written, and a caller may stop in the middle.
"""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from drill.errors import DamagedError
from drill.store.database import Database
from drill.store.rows import SELECT_ENTRY, Row
from drill.study.question import ItemId

PAGE_ROWS = 128
_AFTER_ALL = (2**63 - 1, "", "")


class Wanted(NamedTuple):
    """Which entries: None means any; `after` is a counter, that one excluded."""

    item: ItemId | None = None
    tag: str | None = None
    day: date | None = None
    after: int = 0


def read_rows(database: Database, wanted: Wanted, *, newest_first: bool, page_rows: int) -> Iterator[Row]:
    """Yield the rows of entries in order; what is written meanwhile may or may not be among them."""
    low: tuple[int, str, str] = (wanted.after + 1, "", "")
    high = _AFTER_ALL
    values = [str(value) for value in (wanted.item, wanted.day, wanted.tag) if value is not None]
    sql = _page_sql(wanted, newest_first=newest_first)
    while True:
        rows = database.rows(sql, (*values, *low, *high, page_rows))
        yield from rows
        if len(rows) < page_rows:
            return
        counter, device, entry_id, *_ = rows[-1]
        last = (counter, device, entry_id)
        if not low < last < high:
            # an index out of order would lead round and round
            raise DamagedError(f"{database.path}: damaged (an index); start drill again to restore it")
        low, high = (low, last) if newest_first else (last, high)


def _page_sql(wanted: Wanted, *, newest_first: bool) -> str:
    columns = {"item": wanted.item, "day": wanted.day, "tag": wanted.tag}
    named = [column for column, value in columns.items() if value is not None]
    # the index is named, since without statistics SQLite may choose one that reads the whole journal
    index = f"indexed by entry_{named[0]}" if named else ""
    way = "desc" if newest_first else "asc"
    tests = [f"{column} = ?" for column in named]
    tests += ["(counter, device, id) > (?, ?, ?)", "(counter, device, id) < (?, ?, ?)"]
    order = f"order by counter {way}, device {way}, id {way}"
    return " ".join((SELECT_ENTRY, index, "where", " and ".join(tests), order, "limit ?"))
