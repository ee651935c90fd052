"""Folders for what is not whole yet: one a run, so that two `get` at once don't spoil each other's.

Leaves out what is put there (fetching.py, unpacking.py).
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from drill.grader.sweep import is_running
from drill.sessions.workspace import writing

_PREFIX = "part-"


@contextmanager
def own_folder(downloads: Path) -> Iterator[Path]:
    """Yield a fresh folder in `downloads` that is gone at the end; what killed runs left there goes too."""
    with writing(downloads):
        downloads.mkdir(parents=True, exist_ok=True)
        _remove_stale(downloads)
        part = Path(mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=downloads))
    try:
        yield part
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _remove_stale(downloads: Path) -> None:
    for folder in downloads.glob(f"{_PREFIX}*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdigit() and not is_running(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)
