"""Sees when a file was saved, by looking: in place, by a rename, gone for a moment.

Leaves out judging and keys (watching.py).
"""

import time
from pathlib import Path
from typing import NamedTuple

# a writer in place empties the file first; what is still growing is looked at again
SETTLE_SECONDS = 0.02
_SETTLE_LOOKS = 50


class Look(NamedTuple):
    """What tells one state of a file from another."""

    modified_ns: int
    size: int
    inode: int


class Saves:
    """The saves of one file; the state at the first look counts as one."""

    def __init__(self, path: Path) -> None:
        """Watch a file, which need not be there."""
        self.path = path
        self._seen: Look | None = None

    @property
    def is_there(self) -> bool:
        """Whether there is a file now."""
        return _look(self.path) is not None

    def fresh(self) -> bytes | None:
        """Return the source when the file changed since the last call, once it stands still; else None."""
        now = _look(self.path)
        if now is None or now == self._seen:
            return None
        settled = self._settled(now)
        if settled is None:
            return None
        try:
            source = self.path.read_bytes()
        except OSError:
            return None
        self._seen = settled
        return source

    def _settled(self, before: Look) -> Look | None:
        for _ in range(_SETTLE_LOOKS):
            time.sleep(SETTLE_SECONDS)
            now = _look(self.path)
            if now is None or (now == before and now.size):
                return now
            before = now
        # a file that stays empty is what the learner saved
        return before


def _look(path: Path) -> Look | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return Look(status.st_mtime_ns, status.st_size, status.st_ino)
