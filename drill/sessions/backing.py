"""Backups of the journal: one a study day by itself, and by hand to anywhere.

Leaves out putting one back, which opening a damaged journal does (store).
"""

from datetime import date
from pathlib import Path

from drill.errors import DamagedError, MissingError, UsageError
from drill.store.backups import dated, device_of, folder_of, is_backup, is_dated, prepare, prune
from drill.store.journal import Journal


def back_up(journal: Journal, day: date, to: Path | None) -> Path:
    """Copy a journal that is sound to the folder of backups, or to a file or folder; return the copy's path.

    Raises UsageError where `to` is a file of another kind, another machine's backup, or has a name that drill
    itself gives, DamagedError where the journal is not sound.
    """
    path = dated(journal.path, day) if to is None else _by_hand(journal, day, to)
    faults = journal.check()
    if faults:
        journal.doubt()
        raise DamagedError(
            f"{journal.path}: damaged ({faults[0]}), so it was not copied; start drill again to restore it"
        )
    prepare(path)
    journal.backup(path)
    if to is None:
        prune(journal.path, day)
    return path


def back_up_today(journal: Journal, day: date) -> None:
    """Make the backup of a study day, once, and only when something was written."""
    if journal.has_written and not _is_there(dated(journal.path, day)):
        back_up(journal, day, None)


def _is_there(backup: Path) -> bool:
    try:
        return backup.exists()
    except OSError as error:
        raise MissingError(f"{backup.parent}: can't be read ({error.strerror}); free the folder") from None


def _by_hand(journal: Journal, day: date, to: Path) -> Path:
    try:
        return _free_place(journal, day, to)
    except OSError as error:
        raise UsageError(f"{to}: no place for a backup ({error.strerror}); give another name") from None


def _free_place(journal: Journal, day: date, to: Path) -> Path:
    path = to / dated(journal.path, day).name if to.is_dir() else to
    if path.exists() and (path.samefile(journal.path) or not _is_ours(path, journal)):
        raise UsageError(f"{path}: is there and is no backup of this journal; give another name")
    if is_dated(path) and path.parent.resolve() == folder_of(journal.path).resolve():
        raise UsageError(f"{path}: drill deletes such a name in time; give another, or leave --to out")
    return path


def _is_ours(path: Path, journal: Journal) -> bool:
    # two machines that back up to one stick on one day name their copies alike
    return is_backup(path) and device_of(path) == journal.device
