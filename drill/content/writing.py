"""Files of the learner's that drill changes: written whole or not at all, by one drill at a time.

Leaves out what stands in them (own.py, shelves.py).
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from drill.errors import MissingError


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep every other drill from changing a file from its reading to its writing.

    Raises MissingError where its folder takes no lock; on Windows, which has none of this sort, nobody waits.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with _plain_words(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        # never deleted: a drill that waits for the old one would not keep out one that makes it anew
        lock = path.with_name(f"{path.name}.lock").open("ab")
    with lock:
        with _plain_words(path):
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def write_atomically(path: Path, text: str) -> None:
    """Write a text file whole or not at all."""
    write_bytes_atomically(path, text.encode())


def write_bytes_atomically(path: Path, content: bytes) -> None:
    """Write a file whole or not at all; a device or a pipe takes the bytes as it is."""
    with _plain_words(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            # what a link leads to is changed, not the link
            _replace(path.resolve(), content)


def _replace(path: Path, content: bytes) -> None:
    # a name of its own: two drills may write one file at once
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with fresh.open("wb") as file:
            file.write(content)
            file.flush()
            # else a power cut may leave the new name with nothing under it
            os.fsync(file.fileno())
        with suppress(OSError):
            # who may read the old one may read the new one; some disks know no permissions
            fresh.chmod(path.stat().st_mode & 0o777)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


@contextmanager
def _plain_words(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise MissingError(
            f"{path}: can't be written ({error.strerror}); free the folder or choose another"
        ) from error
