"""Indexes in files of our own: a header in JSON and raw arrays; nothing in a file is ever run.

    magic 8 | version u32 | header length u32 | blake2b of the header, 16 | header, JSON | arrays
    header: {"kind", "settings": {...}, "size", "digest", "arrays": [{"name", "dtype", "shape", "start"}]}
    `size` and `digest` are of all bytes after the header; arrays start on multiples of 64, zeros between them

The two digests find damage; they are no signature, so each kind of index checks besides that what it reads
can't lead it out of its arrays. Leaves out the kinds (opening.py, hnsw_file.py, ivf_file.py).
"""

import json
import math
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, TypeGuard

import numpy as np

from drill.core.errors import FileError
from drill.core.infer.arrays import Array
from drill.core.infer.weights.fields import Fields
from drill.core.infer.weights.json_file import parsed_object
from drill.core.infer.weights.mapped import map_file
from drill.core.vectors.lanes import LINE

MAGIC = b"drillvec"
VERSION = 1
PREFIX = 32
DTYPES = ("<i8", "<i4", "<f4", "|u1")
DIGEST = 16
# more settings and arrays than any index has
LARGEST_HEADER = 1 << 20


class Stored(NamedTuple):
    """What a file holds; arrays are read from the mapped file when they are used."""

    where: str
    kind: str
    settings: Mapping[str, object]
    arrays: Mapping[str, Array]

    def array(self, name: str, dtype: str, shape: tuple[int | None, ...]) -> Array:
        """Return an array; FileError unless it has this dtype and shape, where None is any length."""
        found = self.arrays.get(name)
        if found is None or found.dtype.str != dtype or found.ndim != len(shape):
            raise self.wrong(f"{name} isn't there as {dtype} with {len(shape)} axes")
        if any(asked not in (None, length) for asked, length in zip(shape, found.shape, strict=True)):
            raise self.wrong(f"{name} has shape {found.shape}")
        return found

    def number(self, name: str) -> int:
        """Return a setting; FileError unless it is a whole number."""
        value = self.settings.get(name)
        if type(value) is not int:
            raise self.wrong(f"{name} isn't a whole number")
        return value

    def text(self, name: str) -> str:
        """Return a setting; FileError unless it is text that can be shown."""
        value = self.settings.get(name)
        if not isinstance(value, str) or not value.isprintable():
            raise self.wrong(f"{name} isn't printable text")
        return value

    def wrong(self, what: str) -> FileError:
        """Return the error that says what is wrong."""
        return FileError(f"{self.where}: {what}; build the index anew")


def write(path: Path, kind: str, settings: Mapping[str, object], arrays: Mapping[str, Array]) -> None:
    """Write a file, whole or not at all; FileError when it can't be written."""
    laid = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    header = _header(kind, settings, laid)
    prefix = MAGIC + VERSION.to_bytes(4, "little") + len(header).to_bytes(4, "little") + _digest([header])
    try:
        _write_whole(path, prefix + header, laid)
    except OSError as error:
        raise FileError(f"{path}: can't be written ({error.strerror}); choose another place") from None


def _write_whole(path: Path, head: bytes, arrays: Mapping[str, Array]) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
        try:
            file.write(head)
            for chunk in _chunks(arrays):
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
            file.close()
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise


def _chunks(arrays: Mapping[str, Array]) -> Iterator[memoryview | bytes]:
    """Yield what lies behind the header: each array and the zeros after it."""
    for array in arrays.values():
        yield array.reshape(-1).view(np.uint8).data
        yield bytes(-array.nbytes % LINE)


def _header(kind: str, settings: Mapping[str, object], arrays: Mapping[str, Array]) -> bytes:
    described, start = [], 0
    for name, array in arrays.items():
        described.append({"name": name, "dtype": array.dtype.str, "shape": array.shape, "start": start})
        start += array.nbytes + -array.nbytes % LINE
    what = {"kind": kind, "settings": settings, "size": start, "digest": _digest(_chunks(arrays)).hex()}
    text = json.dumps(what | {"arrays": described}).encode("ascii")
    return text + b" " * (-(PREFIX + len(text)) % LINE)


def _digest(chunks: Iterable[memoryview | bytes]) -> bytes:
    digest = blake2b(digest_size=DIGEST)
    for chunk in chunks:
        digest.update(chunk)
    return digest.digest()


def read(path: Path) -> Stored:
    """Map a file and check it from end to end; FileError when it is cut short, altered or of another kind."""
    where, buffer = str(path), memoryview(map_file(path))
    if bytes(buffer[:8]) != MAGIC:
        raise FileError(f"{where}: is no index of drill; name a file that `save` wrote")
    version, length = (int.from_bytes(buffer[at : at + 4], "little") for at in (8, 12))
    if version != VERSION:
        raise FileError(f"{where}: has version {version}, this drill reads {VERSION}; build the index anew")
    text = bytes(buffer[PREFIX : PREFIX + length])
    if length > LARGEST_HEADER or len(text) < length or _digest([text]) != buffer[16:PREFIX]:
        raise FileError(f"{where}: the header is cut short or altered; get the file again, or build it anew")
    header, body = parsed_object(text, f"{where}: header"), buffer[PREFIX + length :]
    size = header.get("size")
    if not _is_count(size) or len(body) != size:
        raise FileError(f"{where}: {len(body)} bytes of {size!a}; get the file again, or build it anew")
    if _digest([body]).hex() != header.get("digest"):
        raise FileError(f"{where}: has been altered or damaged; get the file again, or build it anew")
    return _stored(where, header, body)


def _stored(where: str, header: Mapping[str, object], body: memoryview) -> Stored:
    kind = Fields(header, f"{where}: header").text("kind")
    settings, arrays = header.get("settings"), header.get("arrays")
    if not isinstance(settings, dict) or not isinstance(arrays, list):
        raise FileError(f"{where}: the header has no settings or arrays; build the index anew")
    found = dict(_array(where, described, body) for described in arrays)
    return Stored(where, kind, settings, found)


def _array(where: str, described: object, body: memoryview) -> tuple[str, Array]:
    """Return an array and its name, as one entry of the header describes them."""
    fields = described if isinstance(described, dict) else {}
    name, dtype, shape, start = (fields.get(key) for key in ("name", "dtype", "shape", "start"))
    if dtype not in DTYPES or not _are_counts(shape) or not _is_count(start):
        raise FileError(f"{where}: an array isn't described as one; build the index anew")
    kind, count = np.dtype(dtype), math.prod(shape)
    if start % LINE or start + count * kind.itemsize > len(body):
        raise FileError(f"{where}: an array lies outside of the file; build the index anew")
    flat: Array = np.frombuffer(body, kind, count, start) if count else np.empty(0, kind)
    try:
        return str(name), flat.reshape(shape)
    except (ValueError, OverflowError):
        # where one axis is 0, the others may be anything; and there may be any number of axes of 1
        raise FileError(f"{where}: an array has a shape that none has; build the index anew") from None


def _are_counts(values: object) -> TypeGuard[list[int]]:
    return isinstance(values, list) and all(map(_is_count, values))


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and value >= 0
