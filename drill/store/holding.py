"""Who has a journal open: every drill holds a lock beside it, and restoring one waits until it is alone.

Leaves out SQLite's own locks, which part transactions: it does not notice that its file was replaced.
"""

import sys
import time
from pathlib import Path
from typing import IO

from drill.errors import MissingError

_POLL_SECONDS = 0.05
# as long as it takes to restore a very long journal
_RESTORING_SECONDS = 120.0


class Hold:
    """A lock file, open. Where no lock can be had (Windows, a folder that can't be written) nobody waits."""

    def __init__(self, journal: Path) -> None:
        """Open the lock file, made where there is none; nothing is locked yet."""
        self._journal = journal
        self._file = _lock_file(journal.with_name(f"{journal.name}.lock"))

    def share(self) -> None:
        """Hold the journal together with others; MissingError where another stays alone with it."""
        try:
            is_held = self._lock(alone=False, seconds=_RESTORING_SECONDS)
        except OSError:
            # a disk without such locks: SQLite's own must do, or say that they don't
            return
        if not is_held:
            raise MissingError(
                f"{self._journal}: another drill is restoring the journal; start again when it is done"
            )

    def take(self, *, seconds: float) -> bool:
        """Hold the journal alone; False where others hold it for so long. OSError where none can be had."""
        return self._lock(alone=True, seconds=seconds)

    def close(self) -> None:
        """Let go."""
        if self._file is not None:
            self._file.close()

    def _lock(self, *, alone: bool, seconds: float) -> bool:
        if self._file is None or sys.platform == "win32":
            return True
        import fcntl

        # some systems keep the lock that is to be changed and some don't
        fcntl.flock(self._file, fcntl.LOCK_UN)
        kind = (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB
        end = time.monotonic() + seconds
        while True:
            try:
                fcntl.flock(self._file, kind)
            except BlockingIOError:
                if time.monotonic() >= end:
                    return False
                time.sleep(_POLL_SECONDS)
            else:
                return True


def _lock_file(path: Path) -> IO[bytes] | None:
    try:
        # never deleted: one who waits for the old file would not keep out one who makes it anew
        return path.open("ab")
    except OSError:
        return None
