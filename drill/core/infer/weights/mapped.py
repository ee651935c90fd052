"""A model file in memory without reading it, and whether the tensors in it lie apart and inside.

Leaves out every header's syntax (gguf.py, safetensors.py).
"""

import mmap
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from drill.core.errors import FileError


class Place(NamedTuple):
    """Where a tensor's bytes are said to lie, counted from the start of the data."""

    name: str
    start: int
    size: int


def map_file(path: Path) -> mmap.mmap:
    """Map a file for reading; FileError when it is absent, empty or no file."""
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise FileError(f"{path}: can't be read ({error.strerror}); name a model file") from None
    except ValueError as error:
        # mmap takes no empty file
        raise FileError(f"{path}: can't be mapped ({error}); get the file again") from None


def check_places(places: Sequence[Place], room: int, where: str) -> None:
    """FileError for a tensor that ends past `room` bytes, or shares bytes with another."""
    ordered = sorted(places, key=lambda place: (place.start, place.size))
    for place in ordered:
        if place.start + place.size > room:
            raise FileError(f"{where}: {place.name} ends past the end of the file; get the whole file")
    for one, other in pairwise(ordered):
        if one.start + one.size > other.start:
            raise FileError(f"{where}: {one.name} and {other.name} overlap; get the file again")
