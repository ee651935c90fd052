"""A sound journal put together aside: the best backup, and every entry that a damaged file still gives.

Leaves out putting it in place (recovery.py).
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from drill.errors import DamagedError, DrillError
from drill.store.backups import backups_of, device_in, opened_copy
from drill.store.checking import faults_of
from drill.store.database import Database
from drill.store.files import Files
from drill.store.making import fill_empty, log_ahead, new_file
from drill.store.migrations import migrate
from drill.store.rows import INSERT_ENTRY, SELECT_ENTRY, Row
from drill.store.salvage import Salvaged, Union, salvage
from drill.store.wal import read_wal

_PATIENCE_SECONDS = 5.0
_PLAUSIBLE_GAP = 10_000
_PUT_DEVICE = "insert or replace into meta (key, value) values ('device', ?)"
# snapshots of a fold that is not named are made anew when the desk is next opened
FORGET_FOLD = "delete from meta where key = 'fold'"


class Found(NamedTuple):
    """What lies on disk in the place of a journal and its log."""

    main: bytes
    log: bytes


class Built(NamedTuple):
    """A journal made aside: entries of a backup, and added ones; `missing` are known to have been."""

    file: Path
    backup: Path | None
    had: int
    added: int
    missing: int


def build(files: Files, found: Found) -> Built | None:
    """Make a journal aside, None where there is neither a sound backup nor an entry to read.

    Raises ContentError where a newer drill wrote the best backup.
    """
    salvaged = salvage(found.main, found.log)
    made = new_file(files.journal)
    try:
        built = next(_from_backups(files, made, salvaged), None)
        if built is None and salvaged.rows:
            built = _from_nothing(files, found, made, salvaged)
    except BaseException:
        made.unlink()
        raise
    if built is None:
        made.unlink()
    return built


def is_sound(files: Files, found: Found) -> bool:
    """Check a journal in full, on a copy: not a byte of a damaged one may change."""
    if not found.main or read_wal(found.log).is_damaged:
        return False
    try:
        with _copy(files, found) as database:
            return not faults_of(database)
    except (DrillError, sqlite3.DatabaseError):
        return False


def _from_backups(files: Files, made: Path, salvaged: Salvaged) -> Iterator[Built]:
    """Yield a journal for each sound backup, the one that knows most first."""
    for backup in sorted(backups_of(files.journal), key=_last_counter, reverse=True):
        try:
            with opened_copy(backup, made) as database:
                if not faults_of(database):
                    yield _joined(made, database, backup, salvaged)
        except (DamagedError, sqlite3.DatabaseError):
            # an older one may be sound
            continue


def _from_nothing(files: Files, found: Found, made: Path, salvaged: Salvaged) -> Built:
    made.write_bytes(b"")
    fill_empty(made, timeout_seconds=_PATIENCE_SECONDS)
    with closing(Database(made, timeout_seconds=_PATIENCE_SECONDS)) as database:
        device = device_in(_copy(files, found))
        if device is not None:
            database.rows(_PUT_DEVICE, (device,))
        return _joined(made, database, None, salvaged)


def _joined(made: Path, database: Database, backup: Path | None, salvaged: Salvaged) -> Built:
    log_ahead(database)
    with database.transaction():
        held = Union(database.rows(SELECT_ENTRY))
        had = len(held.rows)
        fresh = [row for row in salvaged.rows if held.add(row)]
        database.put(INSERT_ENTRY, fresh)
        database.rows(FORGET_FOLD)
    return Built(made, backup, had, len(fresh), _missing(held.rows, salvaged.named))


def _missing(rows: Sequence[Row], named: Iterable[tuple[int, str]]) -> int:
    """Return how many entries are gone, as far as gaps between counters and an index tell."""
    held = {row[:2] for row in rows}
    # a counter that was hit itself may be anything
    most = 2 * len(held) + _PLAUSIBLE_GAP
    counters = {counter for counter, _ in held if counter <= most}
    gaps = set(range(1, max(counters, default=0))) - counters
    return len(gaps | {counter for counter, _ in set(named) - held if 0 < counter <= most})


def _last_counter(backup: Path) -> int:
    """Return the counter of a backup's newest entry, -1 where it can't be read."""
    # not its name: the clock may have been wrong that day
    try:
        with closing(Database(backup, timeout_seconds=_PATIENCE_SECONDS, is_frozen=True)) as database:
            return int(database.value("select max(counter) from entry") or 0)
    except (DrillError, sqlite3.DatabaseError, ValueError):
        return -1


@contextmanager
def _copy(files: Files, found: Found) -> Iterator[Database]:
    copy = new_file(files.journal)
    beside = [copy.with_name(copy.name + ending) for ending in ("-wal", "-shm")]
    try:
        copy.write_bytes(found.main)
        beside[0].write_bytes(found.log)
        with closing(Database(copy, timeout_seconds=_PATIENCE_SECONDS)) as database:
            migrate(database, backup=False)
            yield database
    finally:
        for path in (copy, *beside):
            path.unlink(missing_ok=True)
