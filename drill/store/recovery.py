"""A damaged journal is put away under another name, and one made of what can be read takes its place.

Leaves out how that one is made (rebuilding.py). Whoever calls this holds the journal alone. Where it is
killed, the next start goes on.
"""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path

from drill.errors import ContentError
from drill.store.backups import folder_of
from drill.store.database import Database
from drill.store.files import Files
from drill.store.looking import is_journal, version_of
from drill.store.migrations import MIGRATIONS
from drill.store.rebuilding import FORGET_FOLD, Built, Found, build, is_sound
from drill.store.salvage import read_around

_PATIENCE_SECONDS = 5.0

Tell = Callable[[str], None]


def restore(files: Files, why: str, tell: Tell) -> None:
    """Put a sound journal in the place of a damaged one and tell what was done.

    One that proves sound stays where it is. Raises ContentError, and leaves all as it is, where nothing
    can be read or a newer drill wrote the file.
    """
    for path in files.unfinished():
        # of a drill that was killed: no other has the journal open
        path.unlink(missing_ok=True)
    stamp = files.pending_stamp()
    if stamp is not None:
        _swap(files, stamp)
        _report(files, [f"{files.journal}: restored; an earlier start was cut short while it did so"], tell)
        return
    found = Found(read_around(files.journal), read_around(files.log))
    _refuse_newer(files.journal, found.main)
    if is_sound(files, found):
        _acquit(files, tell)
        return
    built = build(files, found)
    if built is None:
        _refuse_empty(files, why)
    else:
        _put_in_place(files, built, why.partition(";")[0], tell)


def _refuse_newer(journal: Path, main: bytes) -> None:
    if is_journal(main) and version_of(main) > len(MIGRATIONS):
        raise ContentError(f"{journal}: made by a newer drill; update drill")


def _acquit(files: Files, tell: Tell) -> None:
    # what was wrong can only have been a snapshot: they are made anew
    with closing(Database(files.journal, timeout_seconds=_PATIENCE_SECONDS)) as database:
        database.rows(FORGET_FOLD)
    # without a doubt, another start was faster
    if files.suspect.exists():
        files.suspect.unlink()
        tell(f"{files.journal}: checked in full, and sound")


def _refuse_empty(files: Files, why: str) -> None:
    if files.journal.exists() or files.has_log():
        raise ContentError(
            f"{why.partition(';')[0]}; nothing in it can be read and no sound backup is there: "
            "move it aside to begin anew"
        )
    # whoever moved the damaged journal away wants to begin anew
    files.suspect.unlink(missing_ok=True)


def _put_in_place(files: Files, built: Built, first: str, tell: Tell) -> None:
    stamp = files.free_stamp()
    lines = [_kept_line(files, stamp, first), _made_line(built)]
    if built.missing > 0:
        lost = _entries(built.missing)
        lines.append(f"lost: {lost}; `drill sync` brings back what another machine has")
    # from here on the next start goes on where this one is killed
    files.suspect.touch(mode=0o600)
    built.file.rename(files.pending(stamp))
    _swap(files, stamp)
    _report(files, lines, tell)


def _kept_line(files: Files, stamp: str, first: str) -> str:
    kept = [to.name for path, to in files.kept(stamp).items() if path.exists()]
    if not kept:
        return f"{first}; to begin anew, move {folder_of(files.journal)} away too"
    return f"{first}; kept as {kept[-1]}"


def _made_line(built: Built) -> str:
    if built.backup is None:
        read = _entries(built.added)
        return f"no sound backup is there: the journal begins anew with {read} that could still be read"
    newer = f"{_entries(built.added)} more" if built.added else "no other"
    return f"restored from {built.backup} ({_entries(built.had)}); {newer} could still be read"


def _entries(number: int) -> str:
    return f"{number:,} {'entry' if number == 1 else 'entries'}"


def _swap(files: Files, stamp: str) -> None:
    """Put the damaged files away, the journal last, and the restored one in place."""
    _reach_disk(files.journal.parent)
    for path, to in files.kept(stamp).items():
        if path.exists():
            path.rename(to)
    files.pending(stamp).rename(files.journal)
    _reach_disk(files.journal.parent)
    files.suspect.unlink(missing_ok=True)


def _reach_disk(folder: Path) -> None:
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _report(files: Files, lines: Sequence[str], tell: Tell) -> None:
    for line in lines:
        tell(line)
    # what was told can be read again; that it can't be kept undoes nothing of what was done
    with suppress(OSError), files.report.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
