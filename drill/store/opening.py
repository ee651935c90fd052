"""From a path to an open journal file: made whole the first time, looked at before it is trusted.

Leaves out the tables (migrations.py) and a full check, which reads every page (Journal.check).
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from drill.errors import ContentError, MissingError
from drill.store.database import Database
from drill.store.migrations import APPLICATION_ID, migrate
from drill.study.journal import DeviceId

_HEADER = b"SQLite format 3\0"
_DEVICE = "select value from meta where key = 'device'"
# the first with strict tables
_OLDEST_SQLITE = (3, 37)


def open_database(
    path: Path, *, new_device: Callable[[], str], timeout_seconds: float
) -> tuple[Database, DeviceId]:
    """Open the journal at `path`, making folder and file where there is none; return its device id too.

    Raises ContentError for a file that is no journal, a damaged one or a newer drill's, MissingError where
    it can't be read or written or where another drill holds it.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise MissingError(
            f"SQLite {sqlite3.sqlite_version} is too old: drill needs a Python with 3.37 or newer"
        )
    try:
        if not path.exists():
            _make(path, timeout_seconds=timeout_seconds)
        _check_header(path)
        database = Database(path, timeout_seconds=timeout_seconds)
        try:
            return database, _prepare(database, new_device)
        except BaseException:
            database.close()
            raise
    except OSError as error:
        raise MissingError(
            f"{path}: no place for a journal ({error.strerror}); choose a folder that you can write to"
        ) from error


def _prepare(database: Database, new_device: Callable[[], str]) -> DeviceId:
    migrate(database)
    _log_ahead(database)
    device = database.value(_DEVICE)
    if device is None:
        with database.transaction():
            # of two drills that get here at once, the first names the machine
            database.rows("insert or ignore into meta (key, value) values ('device', ?)", (new_device(),))
        device = database.value(_DEVICE)
    return DeviceId(device)


def _log_ahead(database: Database) -> None:
    # with a log written ahead readers and the one writer don't wait for each other; in full, a commit
    # returns only when the log has reached the disk
    database.rows("pragma journal_mode = wal")
    database.rows("pragma synchronous = full")


def _make(path: Path, *, timeout_seconds: float) -> None:
    """Make an empty journal aside and put it in place whole: an empty file there is always damage."""
    from tempfile import mkstemp

    log = path.with_name(f"{path.name}-wal")
    # the journal is looked for once more: another drill may have made both meanwhile
    if log.exists() and not path.exists():
        # SQLite would pour it into the new file
        raise ContentError(
            f"{log}: a log without its journal; put {path.name} back, or move the log aside too"
        )
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = mkstemp(dir=path.parent, prefix=f"{path.name}.new-")
    os.close(handle)
    made = Path(name)
    try:
        with closing(Database(made, timeout_seconds=timeout_seconds)) as database:
            database.rows(f"pragma application_id = {APPLICATION_ID}")
            migrate(database, backup=False)
            _log_ahead(database)
        _put_in_place(made, path)
    finally:
        made.unlink(missing_ok=True)


def _put_in_place(made: Path, path: Path) -> None:
    try:
        # unlike a rename, a link never takes the place of a journal that another drill has just begun
        os.link(made, path)
    except FileExistsError:
        return
    except OSError:
        # some file systems know no hard links
        made.rename(path)


def _check_header(path: Path) -> None:
    with path.open("rb") as file:
        header = file.read(len(_HEADER))
    if header != _HEADER:
        raise ContentError(
            f"{path}: damaged, or no journal; move it and its -wal file aside, restore a backup"
        )
