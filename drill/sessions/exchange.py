"""Journals that meet: written to a log, read from one, or exchanged through a folder that machines share.

Leaves out what a log looks like (store/loglines.py) and what carries a shared folder from machine to machine.
"""

import os.path
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from drill.content.writing import write_atomically
from drill.errors import ContentError, MissingError, UsageError
from drill.sessions.desk import Desk
from drill.store.journal import Journal, Merged
from drill.store.loglines import Read, read_log, write_log
from drill.store.rows import Row
from drill.study.question import ItemId

SUFFIX = ".drill.jsonl"
_NOTHING = Merged(0, frozenset())


class Came(NamedTuple):
    """How many entries came that were not here before, and on how many items."""

    entries: int
    items: int


class Synced(NamedTuple):
    """What came in, how many files were read and written, and one line for each thing amiss."""

    merged: Came
    read: int
    written: int
    troubles: list[str]


class Found(NamedTuple):
    """A log of a shared folder; one that must stay as it is, whatever is amiss, has no `read`."""

    path: Path
    read: Read | None
    troubles: list[str]


def write_journal(journal: Journal, path: Path) -> int:
    """Write the whole journal as a log, complete or not at all; return its entries."""
    rows = journal.rows()
    _write(path, rows)
    return len(rows)


def log_text(journal: Journal) -> str:
    """Return the whole journal as a log."""
    return _text(journal.rows())


def import_log(desk: Desk, lines: Iterable[bytes], where: str) -> Came:
    """Begin with the journal of another machine; UsageError where this one has entries of its own."""
    if desk.journal.last_counter():
        raise UsageError(f"this journal has entries already; `drill log merge {where}` joins the two")
    return merge_log(desk, lines, where)


def merge_log(desk: Desk, lines: Iterable[bytes], where: str) -> Came:
    """Take a log's entries in, all or none; ContentError naming the first line that is no entry."""
    read = read_log(lines, where)
    if read.troubles:
        raise ContentError(f"{read.troubles[0]}; nothing was merged, get the file again")
    return _came([desk.merge(read.rows)])


def log_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file; ContentError where it can't be read."""
    try:
        with path.open("rb") as file:
            yield from file
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ContentError(f"{path}: can't be read ({reason}); check the path and its permissions") from None


def sync(desk: Desk, folder: Path) -> Synced:
    """Take in every log of a shared folder, then leave there what this journal has and the folder lacks.

    The folder holds one log a device. One with broken lines is kept under another name and written anew from
    what both sides have; one that a newer drill wrote, or that disagrees with the journal, is left alone.
    """
    _check_folder(folder)
    merged, logs = [], {}
    for path in sorted(folder.glob(f"*{SUFFIX}")):
        came, logs[path] = _take_in(desk, _found(path))
        merged.append(came)
    written = sum(_leave(desk.journal, device, logs, folder) for device in desk.journal.devices())
    troubles = [f"{line}; left out" for log in logs.values() for line in log.troubles]
    read = sum(log.read is not None for log in logs.values())
    return Synced(_came(merged), read, written, troubles)


def _came(merged: Sequence[Merged]) -> Came:
    # two logs may speak of one item
    items = frozenset[ItemId]().union(*(one.items for one in merged))
    return Came(sum(one.entries for one in merged), len(items))


def _check_folder(folder: Path) -> None:
    try:
        if not folder.is_dir():
            raise UsageError(f"{folder}: no such folder; make it, or name the one that your machines share")
    except OSError as error:
        raise MissingError(
            f"{folder}: can't be reached ({error.strerror}); connect it and try again"
        ) from None


def _found(path: Path) -> Found:
    # a pipe would be waited for without end; not Path.is_file, which raises where there is no way to it
    if not os.path.isfile(path):  # noqa: PTH113
        return Found(path, None, [f"{path}: no file that can be read"])
    try:
        read = read_log(log_lines(path), str(path))
    except ContentError as error:
        return Found(path, None, [str(error)])
    return Found(path, read, read.troubles)


def _take_in(desk: Desk, log: Found) -> tuple[Merged, Found]:
    if log.read is None:
        return _NOTHING, log
    try:
        return desk.merge(log.read.rows), log
    except ContentError as error:
        return _NOTHING, Found(log.path, None, [*log.troubles, f"{log.path}: {error}"])


def _leave(journal: Journal, device: str, logs: Mapping[Path, Found], folder: Path) -> bool:
    """Write a device's log where the folder's has less than the journal; say whether it was written."""
    path = folder / f"{device}{SUFFIX}"
    log, rows = logs.get(path), journal.rows(device)
    if log is not None and (log.read is None or _holds(log.read, rows)):
        return False
    if log is not None and log.troubles:
        _move_aside(path)
    _write(path, rows)
    return True


def _holds(read: Read, rows: Sequence[Row]) -> bool:
    return not read.troubles and set(read.rows).issuperset(rows)


def _move_aside(path: Path) -> None:
    try:
        path.replace(path.with_name(f"{path.name}.damaged"))
    except OSError as error:
        raise MissingError(f"{path}: can't be moved aside ({error.strerror}); free the folder") from None


def _write(path: Path, rows: Sequence[Row]) -> None:
    write_atomically(path, _text(rows))


def _text(rows: Sequence[Row]) -> str:
    return b"".join(write_log(rows)).decode()
