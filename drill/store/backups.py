"""The folder of backups beside a journal: one a study day, the newest 14.

Leaves out when one is made (sessions) and how one is put back (recovery.py). A backup under any other name,
made by hand, is never deleted.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import date
from pathlib import Path

from drill.errors import DamagedError, DrillError, MissingError
from drill.store.checking import faults_of
from drill.store.database import Database
from drill.store.looking import is_journal
from drill.store.migrations import migrate
from drill.store.pages import HEADER_BYTES
from drill.store.rows import SELECT_DEVICE

KEPT = 14
_NAME = re.compile(r"journal-\d{4}-\d\d-\d\d\.db")
_PART = re.compile(r"\.(journal-\d{4}-\d\d-\d\d\.db)\..*\.part")
_PATIENCE_SECONDS = 5.0


def folder_of(journal: Path) -> Path:
    """Return the folder in which a journal's backups lie."""
    return journal.with_name("backups")


def dated(journal: Path, day: date) -> Path:
    """Return where the backup of a study day lies."""
    return folder_of(journal) / _name(day)


def is_dated(path: Path) -> bool:
    """Whether a file is called as the backup of a day is."""
    return _NAME.fullmatch(path.name) is not None


def is_backup(path: Path) -> bool:
    """Whether a file looks like a journal, by its first bytes."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return is_journal(file.read(HEADER_BYTES))


def device_of(backup: Path) -> str | None:
    """Return which machine's journal a backup is of, None where it does not say."""
    return device_in(_frozen(backup))


def device_in(opening: AbstractContextManager[Database]) -> str | None:
    """Return which machine's journal is opened, None where it does not say."""
    try:
        with opening as database:
            device = database.value(SELECT_DEVICE)
    except (DrillError, sqlite3.DatabaseError):
        return None
    return device if isinstance(device, str) else None


@contextmanager
def _frozen(backup: Path) -> Iterator[Database]:
    with closing(Database(backup, timeout_seconds=_PATIENCE_SECONDS, is_frozen=True)) as database:
        yield database


def backups_of(journal: Path) -> list[Path]:
    """Return the backups of days, the newest day first."""
    folder = folder_of(journal)
    return sorted(filter(is_dated, folder.iterdir()), reverse=True) if folder.is_dir() else []


def prepare(to: Path) -> None:
    """Make the folder of a backup that is to be written."""
    try:
        to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise MissingError(
            f"{to.parent}: no place for backups ({error.strerror}); free the folder or give --to"
        ) from error


def prune(journal: Path, today: date) -> None:
    """Delete all but the newest backups of days, and what is left of those that a crash cut short."""
    try:
        for path in backups_of(journal)[KEPT:]:
            path.unlink(missing_ok=True)
        for path in folder_of(journal).iterdir():
            cut = _PART.fullmatch(path.name)
            # one of today may still be on its way
            if cut is not None and cut[1] < _name(today):
                path.unlink(missing_ok=True)
    except OSError as error:
        raise MissingError(
            f"{folder_of(journal)}: an old backup can't be deleted ({error.strerror}); free the folder"
        ) from error


def fault_in(backup: Path) -> str | None:
    """Return what is wrong with a backup, None where it is sound; it is read in full and left as it is."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="drill-") as folder:
        try:
            with opened_copy(backup, Path(folder, backup.name)) as database:
                return next(iter(faults_of(database)), None)
        except (DrillError, sqlite3.DatabaseError, OSError) as error:
            return str(error).partition(";")[0]


@contextmanager
def opened_copy(backup: Path, to: Path) -> Iterator[Database]:
    """Copy a backup and open the copy, brought up to date: the backup itself is never written to.

    Raises DamagedError where the backup can't be read, OSError where the copy can't be written.
    """
    try:
        content = backup.read_bytes()
    except OSError as error:
        raise DamagedError(f"{backup}: damaged ({error.strerror})") from error
    to.write_bytes(content)
    with closing(Database(to, timeout_seconds=_PATIENCE_SECONDS)) as database:
        migrate(database, backup=False)
        yield database


def _name(day: date) -> str:
    return f"journal-{day.isoformat()}.db"
