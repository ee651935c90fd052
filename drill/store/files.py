"""The files around a journal, by name.

Leaves out what stands in them.
"""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path


class Files:
    """A journal, SQLite's files beside it, and those that speak of damage."""

    def __init__(self, journal: Path) -> None:
        """Name the files around `journal`."""
        self.journal = journal
        self.log = self._beside("-wal")
        self.shared_memory = self._beside("-shm")
        # there from the finding of damage until the journal was checked in full or restored
        self.suspect = self._beside(".suspect")
        self.report = journal.with_name("recovered.log")

    def has_log(self) -> bool:
        """Whether a log was left behind, or belongs to a drill that runs."""
        return self.log.exists() and self.log.stat().st_size > 0

    def doubt(self) -> None:
        """Leave a mark, so that the next start checks the journal in full."""
        # where none can be left, as on a full disk, that start finds what this one found
        with suppress(OSError):
            self.suspect.touch(mode=0o600)

    def pending(self, stamp: str) -> Path:
        """Return where a restored journal waits while the damaged one is put away under `stamp`."""
        return self._beside(f".restored-{stamp}")

    def unfinished(self) -> list[Path]:
        """Return the files in which a journal is being put together, or was."""
        return list(self.journal.parent.glob(f"{self.journal.name}.new-*"))

    def pending_stamp(self) -> str | None:
        """Return the stamp of a restored journal that still waits."""
        before = self.pending("").name
        waiting = self.journal.parent.glob(f"{before}*")
        return next((path.name.removeprefix(before) for path in waiting), None)

    def kept(self, stamp: str) -> dict[Path, Path]:
        """Return where each damaged file goes, the journal last."""
        kept = f"{self.journal.name}.damaged-{stamp}"
        return {
            path: self.journal.with_name(path.name.replace(self.journal.name, kept))
            for path in (self.shared_memory, self.log, self.journal)
        }

    def free_stamp(self) -> str:
        """Return when the files were last written, and a number where that stamp is taken."""
        there = [path.stat().st_mtime for path in (self.journal, self.log) if path.exists()]
        written = f"{datetime.fromtimestamp(max(there, default=0.0), UTC):%Y%m%dT%H%M%SZ}"
        stamp, number = written, 0
        while any(path.exists() for path in self.kept(stamp).values()):
            number += 1
            stamp = f"{written}-{number}"
        return stamp

    def _beside(self, ending: str) -> Path:
        return self.journal.with_name(self.journal.name + ending)
