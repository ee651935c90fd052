"""A folder of compiled files named by what they were made from; losing it costs time only.

Leaves out what is compiled: banks (library.py) and primers (primers.py).
"""

import mmap
import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec

from drill import __version__
from drill.content.files import open_file

T = TypeVar("T")
FORMAT = 2
_CHUNK = 1 << 18


class Shelf:
    """Compiled forms of one sort in a folder; `get` makes those that are missing or damaged."""

    def __init__(self, folder: Path, suffix: str) -> None:
        """Use a folder, which need not exist; `suffix` tells this sort from others."""
        self.folder = folder
        self.suffix = suffix
        self._used: set[Path] = set()
        self._wrote = False

    def get(self, path: Path, kind: type[T], make: Callable[[], T]) -> T:
        """Return the compiled form of a file; ContentError when it can't be read, or from `make`."""
        entry = self.folder / f"{_made_from(path)}{self.suffix}"
        self._used.add(entry)
        with suppress(OSError, ValueError, msgspec.DecodeError):
            return msgspec.msgpack.decode(_mapped(entry), type=kind)
        made = make()
        with suppress(OSError):
            _write(entry, msgspec.msgpack.encode(made))
            self._wrote = True
        return made

    def tidy(self) -> None:
        """After a write, remove what is neither used nor newer than that: it may be another drill's."""
        with suppress(OSError):
            newest = max((entry.stat().st_mtime_ns for entry in self._used if entry.exists()), default=0)
            for entry in set(self.folder.glob(f"*{self.suffix}*")) - self._used if self._wrote else ():
                if entry.stat().st_mtime_ns < newest:
                    entry.unlink()


def _made_from(path: Path) -> str:
    made_from = sha256(f"{FORMAT}\0{__version__}\0{path}\0".encode("utf-8", "surrogateescape"))
    buffer = memoryview(bytearray(_CHUNK))
    with open_file(path) as file:
        while size := file.readinto(buffer):
            made_from.update(buffer[:size])
    return made_from.hexdigest()


def _mapped(entry: Path) -> mmap.mmap:
    with entry.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _write(entry: Path, content: bytes) -> None:
    entry.parent.mkdir(parents=True, exist_ok=True)
    partial = entry.with_name(f"{entry.name}.{os.getpid()}")
    partial.write_bytes(content)
    partial.replace(entry)
