"""From a path to an open journal file: made the first time, looked at before it is trusted, or restored.

Leaves out the full check (checking.py) and how a damaged file is restored (recovery.py).
"""

import sqlite3
from collections.abc import Callable
from pathlib import Path

from drill.errors import DamagedError, MissingError
from drill.store.database import Database
from drill.store.files import Files
from drill.store.holding import Hold
from drill.store.looking import look
from drill.store.making import log_ahead, make
from drill.store.migrations import migrate
from drill.store.rows import SELECT_DEVICE
from drill.study.journal import DeviceId

# the first with strict tables
_OLDEST_SQLITE = (3, 37)

Tell = Callable[[str], None]


class Opened:
    """An open journal file, held until it is closed."""

    def __init__(self, database: Database, device: DeviceId, hold: Hold) -> None:
        """Keep the three together."""
        self.database = database
        self.device = device
        self._hold = hold

    def close(self) -> None:
        """Close the file, then let go."""
        self.database.close()
        self._hold.close()


def open_database(path: Path, *, new_device: Callable[[], str], timeout_seconds: float, tell: Tell) -> Opened:
    """Open the journal at `path`, making folder and file where there is none.

    A damaged one is restored first; `tell` gets a line for each thing that was done. Raises ContentError for
    a file in which nothing can be read or a newer drill's, MissingError where it can't be read or written or
    where another drill holds it.
    """
    if sqlite3.sqlite_version_info < _OLDEST_SQLITE:
        raise MissingError(
            f"SQLite {sqlite3.sqlite_version} is too old: drill needs a Python with 3.37 or newer"
        )
    files = Files(path)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        hold = Hold(path)
        try:
            database, device = _open_or_restore(files, hold, new_device, timeout_seconds, tell)
        except BaseException:
            hold.close()
            raise
    except OSError as error:
        raise MissingError(
            f"{path}: no place for a journal ({error.strerror}); choose a folder that you can write to"
        ) from error
    return Opened(database, device, hold)


def _open_or_restore(
    files: Files, hold: Hold, new_device: Callable[[], str], timeout_seconds: float, tell: Tell
) -> tuple[Database, DeviceId]:
    hold.share()
    try:
        return _open(files, hold, new_device, timeout_seconds)
    except DamagedError as error:
        # imported late: a start has no use for it
        from drill.store.recovery import restore

        _alone(files, hold, str(error), timeout_seconds)
        restore(files, str(error), tell)
        hold.share()
        return _open(files, hold, new_device, timeout_seconds)


def _alone(files: Files, hold: Hold, why: str, seconds: float) -> None:
    try:
        is_alone = hold.take(seconds=seconds)
    except OSError as error:
        raise MissingError(
            f"{why.partition(';')[0]}; its disk takes no locks ({error.strerror}): copy the folder to "
            "another disk and set DRILL_HOME"
        ) from error
    if not is_alone:
        raise MissingError(
            f"{why.partition(';')[0]}; another drill has it open: close that one, then start drill again"
        )


def _open(
    files: Files, hold: Hold, new_device: Callable[[], str], timeout_seconds: float
) -> tuple[Database, DeviceId]:
    """Open a journal that looks sound; DamagedError for one that doesn't, before SQLite touches it."""
    look(files, hold)
    if not files.journal.exists():
        make(files.journal, timeout_seconds=timeout_seconds)
    database = Database(files.journal, timeout_seconds=timeout_seconds)
    try:
        return database, _prepare(database, new_device)
    except sqlite3.DatabaseError as error:
        database.close()
        # the statements are right: what they ask for is missing in this file
        raise DamagedError(f"{files.journal}: damaged ({error}); start drill again to restore it") from error
    except BaseException:
        database.close()
        raise


def _prepare(database: Database, new_device: Callable[[], str]) -> DeviceId:
    migrate(database)
    log_ahead(database)
    device = database.value(SELECT_DEVICE)
    if device is None:
        with database.transaction():
            # of two drills that get here at once, the first names the machine
            database.rows("insert or ignore into meta (key, value) values ('device', ?)", (new_device(),))
        device = database.value(SELECT_DEVICE)
    return DeviceId(device)
