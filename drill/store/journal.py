"""The journal: entries are appended, never changed, and each item's fold is cached beside them.

Leaves out what entries mean (the folds of study) and other machines' journals as files (loglines.py).
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple, Self

from drill.errors import ContentError
from drill.store.files import Files
from drill.store.opening import Opened, Tell, open_database
from drill.store.reader import Reader
from drill.store.rows import INSERT_ENTRY, PUT_SNAPSHOT, SELECT_ENTRY, Row, entry_row, snapshot_row
from drill.store.snapshot import Snapshot
from drill.study.journal import Entry, EntryId, Payload, Stamp, item_of
from drill.study.question import ItemId

Fold = Callable[[Snapshot | None, Entry], Snapshot | None]
Refold = Callable[[ItemId], Snapshot]
Guard = Callable[[], None]
# counters go up by one an entry: a larger leap is no journal's, and would use up what a counter can be
_LARGEST_LEAP = 2**40


class Merged(NamedTuple):
    """What a merge brought: entries that were not here before, and the items that they speak of."""

    entries: int
    items: frozenset[ItemId]


class Journal(Reader):
    """An open journal. What append returns is on disk; other drills may append to the file meanwhile."""

    def __init__(self, opened: Opened, *, new_id: Callable[[], str]) -> None:
        """Write to an open file."""
        super().__init__(opened.database)
        self.path = opened.database.path
        self.device = opened.device
        # whether this drill has put an entry on disk
        self.has_written = False
        self._opened = opened
        self._new_id = new_id

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        new_device: Callable[[], str],
        new_id: Callable[[], str],
        timeout_seconds: float = 5.0,
        tell: Tell = lambda _line: None,
    ) -> Self:
        """Open the journal at `path`, making folder and file where there is none.

        `new_device` names this machine, once for each file; `new_id` gives each entry an id that no other
        entry anywhere has; a write waits for another drill up to `timeout_seconds`. A damaged journal is
        restored, and `tell` gets what was done, line by line. Raises ContentError for a file in which
        nothing can be read or a newer drill's, MissingError where it can't be written or is held too long;
        so does every method, and DamagedError where damage shows later: the next opening restores it.
        """
        opened = open_database(path, new_device=new_device, timeout_seconds=timeout_seconds, tell=tell)
        return cls(opened, new_id=new_id)

    def __enter__(self) -> Self:
        """Close the journal at the end of a with block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the journal."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._opened.close()

    def append(
        self,
        stamp: Stamp,
        body: Payload,
        *,
        snapshots: Iterable[Snapshot] = (),
        guard: Guard = lambda: None,
    ) -> Entry:
        """Put an entry on disk, and in the same transaction the snapshots of the items it touches.

        `guard` runs first: what it raises keeps the entry out, and no other drill changes what it read
        before the entry stands.
        """
        with self._database.transaction():
            guard()
            entry = self._insert(stamp, body)
            self._put(snapshots)
        return entry

    def append_folded(self, stamp: Stamp, body: Payload, fold: Fold, *, guard: Guard = lambda: None) -> Entry:
        """Put an entry on disk, and in the same transaction its item's snapshot, made from the one before.

        `fold` finds the new entry in the journal already; where it returns None the item has no snapshot
        any more. An entry without an item is not folded. `guard` runs first, as in `append`.
        """
        with self._database.transaction():
            guard()
            entry = self._insert(stamp, body)
            item = item_of(body)
            if item is not None:
                after = fold(self.snapshot(item), entry)
                self._database.rows("delete from snapshot where item = ?", (item,))
                self._put([] if after is None else [after])
        return entry

    def merge(self, rows: Iterable[Row], refold: Refold) -> Merged:
        """Take in the entries that are not here yet, all or none of them, and fold their items anew.

        In whatever order logs are merged, the same entries end in the same state. Raises ContentError for an
        entry that stands here with the same id and another content, or whose counter no journal reaches.
        """
        with self._database.transaction():
            last = self.last_counter() + _LARGEST_LEAP
            fresh = [row for row in rows if self._take(row, last)]
            items = frozenset(ItemId(item) for *_, item, _, _ in fresh if item is not None)
            for item in items:
                self._put([refold(item)])
        return Merged(len(fresh), items)

    def replace_snapshots(self, snapshots: Iterable[Snapshot], *, fold: str) -> None:
        """Put these in the place of all snapshots; `fold` names the rules that made them.

        An iterator runs inside the transaction: a fold over entries() misses nothing appended meanwhile.
        """
        with self._database.transaction():
            fresh = list(snapshots)
            self._database.rows("delete from snapshot")
            self._put(fresh)
            self._database.rows("insert or replace into meta (key, value) values ('fold', ?)", (fold,))

    def fold(self) -> str | None:
        """Return the name of the rules that made the snapshots, None in a journal that has none yet."""
        name: str | None = self._database.value("select value from meta where key = 'fold'")
        return name

    def check(self) -> list[str]:
        """Read every page of the file and every entry; return what is wrong, [] where nothing is."""
        from drill.store.checking import faults_of

        return faults_of(self._database)

    def doubt(self) -> None:
        """Have the next opening check the file in full, and restore it if need be."""
        Files(self.path).doubt()

    def backup(self, to: Path) -> None:
        """Write a consistent copy to `to`, in the place of a file there."""
        self._database.copy_to(to)

    def _insert(self, stamp: Stamp, body: Payload) -> Entry:
        entry = Entry(
            id=EntryId(self._new_id()),
            device=self.device,
            counter=self.last_counter() + 1,
            stamp=stamp,
            body=body,
        )
        self._database.rows(INSERT_ENTRY, entry_row(entry))
        self.has_written = True
        return entry

    def _take(self, row: Row, last: int) -> bool:
        """Insert a row unless it is here; say whether it was new."""
        held = self._database.rows(f"{SELECT_ENTRY} where id = ?", (row[2],))
        if held and held[0] != row:
            raise ContentError(
                f"entry {row[2]} differs from that in {self._database.path}; one of the two files is damaged"
            )
        if row[0] > last:
            raise ContentError(
                f"entry {row[2]} is number {row[0]:,}, more than any journal has; get the file again"
            )
        if not held:
            self._database.rows(INSERT_ENTRY, row)
            self.has_written = True
        return not held

    def _put(self, snapshots: Iterable[Snapshot]) -> None:
        self._database.put(PUT_SNAPSHOT, map(snapshot_row, snapshots))
