"""Files of the learner's that drill changes: written whole or not at all, by one drill at a time.

Leaves out what stands in them (own.py, shelves.py).
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
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
    """Write a file whole or not at all."""
    with _plain_words(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.new")
        fresh.write_bytes(content)
        fresh.replace(path)


@contextmanager
def _plain_words(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise MissingError(
            f"{path}: can't be written ({error.strerror}); free the folder or set DRILL_HOME"
        ) from error
