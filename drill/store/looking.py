"""What a start looks at before it trusts a journal: a few bytes, and a log that a crash left behind.

Leaves out the full check, which reads every page (checking.py): a start must not wait for it.
"""

from pathlib import Path

from drill.errors import DamagedError
from drill.store.files import Files
from drill.store.holding import Hold
from drill.store.migrations import APPLICATION_ID
from drill.store.pages import HEADER_BYTES, MAGIC, page_bytes


def look(files: Files, hold: Hold) -> None:
    """Raise DamagedError for what can't be opened as it is; `hold` is held with others, before and after.

    Nothing is changed: SQLite would mend some of this by forgetting what was written last.
    """
    path = files.journal
    if files.suspect.exists():
        raise DamagedError(f"{path}: found damaged before; start drill again to restore it")
    if files.has_log():
        _look_at_log(files, hold)
    if path.exists():
        _look_at_header(files)
    elif files.has_log():
        raise DamagedError(f"{files.log}: a log without its journal; start drill again to restore it")
    elif _has_backups(path):
        raise DamagedError(f"{path}: it is gone; start drill again to restore it")


def is_journal(header: bytes) -> bool:
    """Whether a file's first bytes are those of a journal."""
    return header.startswith(MAGIC) and int.from_bytes(header[68:72]) == APPLICATION_ID


def version_of(header: bytes) -> int:
    """Return which migration a journal's first bytes say was the last."""
    return int.from_bytes(header[60:64], signed=True)


def _look_at_log(files: Files, hold: Hold) -> None:
    """Hold a log against its checksums, unless another drill has it open and has done so before."""
    from drill.store.wal import read_wal

    try:
        is_left_behind = hold.take(seconds=0)
    except OSError:
        return
    is_damaged = is_left_behind and read_wal(files.log.read_bytes()).is_damaged
    hold.share()
    if is_damaged:
        raise DamagedError(f"{files.log}: damaged (a checksum is wrong); start drill again to restore it")


def _look_at_header(files: Files) -> None:
    path = files.journal
    with path.open("rb") as file:
        header = file.read(HEADER_BYTES)
    if not header.startswith(MAGIC) or len(header) < HEADER_BYTES:
        raise DamagedError(f"{path}: damaged, or no journal; start drill again to restore it")
    size, written = path.stat().st_size, int.from_bytes(header[28:32]) * page_bytes(header)
    # what the header counts may still stand in the log
    if size < written and not files.has_log():
        raise DamagedError(
            f"{path}: damaged ({size:,} bytes of {written:,}); start drill again to restore it"
        )


def _has_backups(path: Path) -> bool:
    from drill.store.backups import backups_of

    return bool(backups_of(path))
