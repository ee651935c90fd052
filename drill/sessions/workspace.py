"""The learner's folder: one folder a kata to work in, and every attempt, kept for good.

Leaves out what an attempt is worth (drilling.py). Nothing here overwrites an attempt.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from pathlib import Path

from drill.content.crux import blank_crux
from drill.content.katas import Kata
from drill.errors import MissingError, UsageError

README, SOLUTION, VISIBLE = "README.md", "solution.py", "test_visible.py"
_LARGEST_BYTES = 1 << 20


class Workspace:
    """`root/<slug>/` to work in, `attempts/<slug>/` for what was submitted or replaced."""

    def __init__(self, root: Path, attempts: Path) -> None:
        """Use two folders, made when they are needed; UsageError for a root inside a checkout of drill."""
        _refuse_checkout(root)
        self.root = root
        self._attempts = attempts

    def folder(self, slug: str) -> Path:
        """Return the folder of a kata."""
        return self.root / slug

    def solution(self, slug: str) -> Path:
        """Return the file that the learner edits."""
        return self.root / slug / SOLUTION

    def lay_out(self, kata: Kata, starter: bytes, *, at: datetime, fresh: bool) -> Path | None:
        """Write README, visible tests and solution.py: what is missing, with `fresh` all three.

        A solution.py that differs from any starter is kept first; returns where.
        """
        with writing(self.root):
            self.folder(kata.slug).mkdir(parents=True, exist_ok=True)
            for path in (self.folder(kata.slug) / name for name in (README, VISIBLE)):
                if fresh or not path.exists():
                    _put(path, (kata.open_folder / path.name).read_bytes())
            solution = self.solution(kata.slug)
            if solution.is_file() and not fresh:
                return None
            kept = self.keep_work(kata, at=at)
            _put(solution, starter)
        return kept

    def keep_work(self, kata: Kata, *, at: datetime) -> Path | None:
        """Keep solution.py as an attempt, unless it is missing or a blank starter; return where."""
        solution = self.solution(kata.slug)
        with writing(solution):
            try:
                source = solution.read_bytes()
            except FileNotFoundError:
                return None
            is_blank = source == kata.starter.read_bytes() or source == blank_crux(kata)
        return None if is_blank else self.keep(kata.slug, source, at=at)

    def keep(self, slug: str, source: bytes, *, at: datetime) -> Path:
        """Keep an attempt under a name of its own and return its path; the same one twice is kept twice."""
        folder = self._attempts / slug
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            for number in count(1):
                path = folder / f"{at:%Y%m%dT%H%M%SZ}-{number}.py"
                try:
                    # exclusive: another drill may be keeping one in the same second
                    with path.open("xb") as file:
                        file.write(source)
                        file.flush()
                        os.fsync(file.fileno())
                except FileExistsError:
                    continue
                break
        return path

    def kept(self, slug: str) -> list[Path]:
        """Return the attempts at a kata, oldest first."""
        paths = (self._attempts / slug).glob("*.py")
        return sorted(paths, key=lambda path: (path.stem.partition("-")[0], _number(path)))


def _number(path: Path) -> int:
    tail = path.stem.rpartition("-")[2]
    return int(tail) if tail.isdigit() else 0


def read_source(path: Path) -> bytes:
    """Return a solution's bytes; UsageError for what is no file, is too large or can't be read."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise UsageError(f"{path}: a folder, not a file; name the file in it")
        if not stat.S_ISREG(status.st_mode):
            raise UsageError(f"{path}: no plain file; name one")
        if status.st_size > _LARGEST_BYTES:
            raise UsageError(f"{path}: {status.st_size:,} bytes; a solution has at most {_LARGEST_BYTES:,}")
        return path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file; `drill kata start` lays one out") from None
    except OSError as error:
        raise UsageError(f"{path}: can't be read ({error.strerror}); name another file") from None


def _refuse_checkout(root: Path) -> None:
    whole = root.resolve()
    for folder in (whole, *whole.parents):
        if (folder / "questions" / "outline.yaml").is_file():
            raise UsageError(
                f"{root} lies inside drill's own files; `drill config workspace ~/katas` moves it"
            )


@contextmanager
def writing(place: Path) -> Iterator[None]:
    """Turn what the file system refuses into MissingError."""
    try:
        yield
    except OSError as error:
        name = error.filename or place
        raise MissingError(
            f"{name}: can't be written ({error.strerror}); make room or choose another folder"
        ) from None


def _put(path: Path, content: bytes) -> None:
    """Write a file so that a reader, or a power cut, finds the old one or the new one."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    partial.write_bytes(content)
    partial.replace(path)
