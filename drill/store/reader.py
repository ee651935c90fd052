"""Questions to the journal: entries in order, counts, days, snapshots and the load of days to come.

Leaves out every change (journal.py). Nothing here reads the whole journal unless it is asked for.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from datetime import date
from heapq import merge
from itertools import islice

from drill.store.database import Database
from drill.store.histories import Histories, read_histories
from drill.store.paging import PAGE_ROWS, Wanted, read_rows
from drill.store.rows import SELECT_ENTRY, SELECT_SNAPSHOT, Row, read_entry, read_snapshot
from drill.store.snapshot import Snapshot
from drill.study.journal import VERSION, Entry, EntryId
from drill.study.question import ItemId


class Reader:
    """What can be asked of an open journal. Raises ContentError where an entry's body is damaged."""

    def __init__(self, database: Database) -> None:
        """Read through an open database."""
        self._database = database

    def entry(self, entry_id: EntryId) -> Entry | None:
        """Return one entry by its id."""
        rows = self._database.rows(SELECT_ENTRY + " where id = ?", (entry_id,))
        return read_entry(rows[0], self._database.path) if rows else None

    def entries(
        self,
        *,
        item: ItemId | None = None,
        tags: Collection[str] | None = None,
        day: date | None = None,
        after: int = 0,
        newest_first: bool = False,
        limit: int | None = None,
    ) -> Iterator[Entry]:
        """Yield entries in the order (counter, device, id), or against it; `after` is a counter, excluded."""
        # one stream a tag: each leaves its index in order, so that the newest few cost no more than that
        streams = [
            read_rows(
                self._database,
                Wanted(item, tag, day, after),
                newest_first=newest_first,
                page_rows=min(limit or PAGE_ROWS, PAGE_ROWS),
            )
            for tag in ([None] if tags is None else sorted(set(tags)))
        ]
        ordered = merge(*streams, key=lambda row: row[:3], reverse=newest_first)
        return (read_entry(row, self._database.path) for row in islice(ordered, limit))

    def rows(self, device: str | None = None) -> list[Row]:
        """Return all entries, or those of one device, in order and as they lie in the file."""
        chosen, values = ("", ()) if device is None else ("where device = ?", (device,))
        return self._database.rows(f"{SELECT_ENTRY} {chosen} order by counter, device, id", values)

    def histories(self) -> Histories:
        """Return what was done to each item, in order, in a fraction of the time that its entries take."""
        return read_histories(self._database)

    def bodies(self, tag: str) -> list[tuple[EntryId, str, str]]:
        """Return id, study day and body of all entries with this tag, in order, as they lie in the file.

        Entries of a newer drill are left out. Nothing is read into values here: for figures over everything.
        """
        sql = """
            select id, day, body from entry indexed by entry_tag
            where tag = ? and version <= ? order by counter, device, id
        """
        return self._database.rows(sql, (tag, VERSION))

    def devices(self) -> list[str]:
        """Return every device that has written an entry."""
        return [device for (device,) in self._database.rows("select distinct device from entry order by 1")]

    def count(self, tag: str) -> int:
        """Return how many entries have this tag."""
        return int(self._database.value("select count(*) from entry where tag = ?", (tag,)))

    def entry_count(self) -> int:
        """Return how many entries there are."""
        return int(self._database.value("select count(*) from entry"))

    def last_counter(self) -> int:
        """Return the counter of the newest entry, 0 in an empty journal."""
        return int(self._database.value("select max(counter) from entry") or 0)

    def has_day(self, day: date, tag: str) -> bool:
        """Return whether a study day has an entry with this tag."""
        sql = "select 1 from entry where day = ? and tag = ? limit 1"
        return bool(self._database.rows(sql, (day.isoformat(), tag)))

    def snapshot(self, item: ItemId) -> Snapshot | None:
        """Return an item's snapshot."""
        rows = self._database.rows(SELECT_SNAPSHOT + " where item = ?", (item,))
        return read_snapshot(rows[0]) if rows else None

    def snapshots(self) -> list[Snapshot]:
        """Return the snapshot of every item that has one, by item."""
        return [read_snapshot(row) for row in self._database.rows(SELECT_SNAPSHOT + " order by item")]

    def touched(self) -> set[str]:
        """Return the items once answered or now suspended; no snapshot's body is read for it."""
        sql = """
            select item from snapshot where first_day > '' union all
            select item from snapshot where suspended = 1
        """
        return {item for (item,) in self._database.rows(sql)}

    def due(self, day: date, *, limit: int | None = None) -> list[Snapshot]:
        """Return the snapshots due on this day or before, longest due first, without suspended items."""
        sql = SELECT_SNAPSHOT + " where suspended = 0 and due <= ? order by due, item limit ?"
        # SQLite reads a negative limit as none
        rows = self._database.rows(sql, (day.isoformat(), -1 if limit is None else limit))
        return [read_snapshot(row) for row in rows]

    def load(self, first: date, last: date, *, counts: Callable[[ItemId], bool]) -> dict[date, int]:
        """Return how many items fall due on each day from `first` to `last`, days without any left out.

        The journal keeps items that no bank holds any more: `counts` says which are still asked.
        """
        sql = "select due, item from snapshot where suspended = 0 and due between ? and ?"
        rows = self._database.rows(sql, (first.isoformat(), last.isoformat()))
        days = Counter(due for due, item in rows if counts(item))
        return {date.fromisoformat(due): count for due, count in days.items()}

    def first_day(self) -> date | None:
        """Return the day of the first answer to anything, None before it."""
        found = self._database.value("select min(first_day) from snapshot")
        return None if found is None else date.fromisoformat(str(found))

    def new_on(self, day: date) -> int:
        """Return how many items were answered for the first time on this day."""
        sql = "select count(*) from snapshot where first_day = ?"
        return int(self._database.value(sql, (day.isoformat(),)))
