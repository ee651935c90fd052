"""A new and empty journal, made aside and put in place whole.

Leaves out the tables (migrations.py).
"""

import os
from contextlib import closing
from pathlib import Path

from drill.store.database import Database
from drill.store.migrations import APPLICATION_ID, migrate


def make(path: Path, *, timeout_seconds: float) -> None:
    """Make an empty journal, whole at once: an empty file there is always damage."""
    made = new_file(path)
    try:
        fill_empty(made, timeout_seconds=timeout_seconds)
        _put_in_place(made, path)
    finally:
        made.unlink(missing_ok=True)


def new_file(path: Path) -> Path:
    """Make an empty file beside `path`, for its owner alone."""
    from tempfile import mkstemp

    handle, name = mkstemp(dir=path.parent, prefix=f"{path.name}.new-")
    os.close(handle)
    return Path(name)


def fill_empty(made: Path, *, timeout_seconds: float) -> None:
    """Make an empty file a journal without entries."""
    with closing(Database(made, timeout_seconds=timeout_seconds)) as database:
        database.rows(f"pragma application_id = {APPLICATION_ID}")
        migrate(database, backup=False)
        log_ahead(database)


def log_ahead(database: Database) -> None:
    """Let a database write its log ahead, and have it on disk with each commit."""
    # with a log written ahead readers and the one writer don't wait for each other; in full, a commit
    # returns only when the log has reached the disk
    database.rows("pragma journal_mode = wal")
    database.rows("pragma synchronous = full")


def _put_in_place(made: Path, path: Path) -> None:
    try:
        # unlike a rename, a link never takes the place of a journal that another drill has just begun
        os.link(made, path)
    except FileExistsError:
        return
    except OSError:
        # some file systems know no hard links
        made.rename(path)
