"""Print how much dearer append is than a bare insert into SQLite with the same pragmas.

Leaves out absolute times: they are the disk's. Run: python tests/benchmarks/store_append.py
"""

import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from drill.store.journal import Journal
from drill.store.rows import INSERT_ENTRY, entry_row
from drill.study.ask import Ask
from drill.study.journal import Answered, DeviceId, Entry, EntryId, Rating, Stamp
from drill.study.question import ItemId

ROUNDS = 300
ITEMS = 10_000
DAY = date(2026, 5, 4)
STAMP = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 0, DAY)


def answered(n: int) -> Answered:
    """Return an answer of the usual size."""
    ask = Ask(ItemId(f"item-{n % ITEMS}"), 1, {"layers": 32, "tokens": n}, (2, 0, 1, 3))
    return Answered(ask, "1.5 GiB", right=True, score=1.0, rating=Rating.GOOD, seconds=12.5, due=DAY)


def fill(path: Path, entries: int) -> None:
    """Put entries in the file, all in one transaction."""
    rows = (
        entry_row(Entry(EntryId(f"old-{n}"), DeviceId("device"), n, STAMP, answered(n)))
        for n in range(1, entries + 1)
    )
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(INSERT_ENTRY, rows)


def seconds(call: Callable[[], object]) -> float:
    """Return the time of one call."""
    began = perf_counter()
    call()
    return perf_counter() - began


def bare_table(connection: sqlite3.Connection) -> None:
    """Give a connection the journal's pragmas and a table without any index."""
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("create table line (body text not null) strict")


def ratio(folder: Path, entries: int) -> float:
    """Return the median append to a journal of so many entries over the median bare insert."""
    body = entry_row(Entry(EntryId("a"), DeviceId("device"), 1, STAMP, answered(1)))[-2]
    numbers = count()
    path = folder / "journal.db"
    Journal.open(path, new_device=lambda: "device", new_id=str).close()
    fill(path, entries)
    with (
        closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as bare,
        Journal.open(path, new_device=str, new_id=lambda: f"new-{next(numbers)}") as journal,
    ):
        bare_table(bare)
        # by turns, so that a busy disk slows both alike
        pairs = [
            (
                seconds(partial(journal.append, STAMP, answered(n))),
                seconds(partial(bare.execute, "insert into line (body) values (?)", (body,))),
            )
            for n in range(ROUNDS)
        ]
    return median(ours for ours, _ in pairs) / median(theirs for _, theirs in pairs)


def main() -> None:
    """Measure at two sizes of the journal."""
    for entries in (0, 100_000):
        with TemporaryDirectory(dir=Path.cwd()) as folder:
            found = ratio(Path(folder), entries)
        sys.stdout.write(f"append at {entries:>7,} entries: {found:.2f} x a bare insert\n")


if __name__ == "__main__":
    main()
