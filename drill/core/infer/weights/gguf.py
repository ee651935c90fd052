"""Our own GGUF reader: the metadata, and every tensor as a view of the mapped file.

Leaves out what the metadata mean (gguf_config.py), writing, big-endian files and version 1.

    "GGUF" | version u32 | tensors u64 | keys u64
    keys:      name, type u32, value                        a string is u64 bytes, then UTF-8
    tensors:   name, dimensions u32, sizes u64 fastest first, type u32, offset u64
    padding to general.alignment (32), then the data that the offsets count from
"""

import math
import mmap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from drill.core.errors import FileError
from drill.core.infer.arrays import Bytes
from drill.core.infer.weights.blocks import FORMATS
from drill.core.infer.weights.gguf_cursor import Cursor, Value
from drill.core.infer.weights.mapped import Place, check_places, map_file
from drill.core.infer.weights.tensor import Tensor

MAGIC = b"GGUF"
MOST_DIMENSIONS = 4
# by the numbers that files use; those without a reader are here to be refused by name
TYPES: Mapping[int, str] = {
    0: "F32",
    1: "F16",
    2: "Q4_0",
    3: "Q4_1",
    6: "Q5_0",
    7: "Q5_1",
    8: "Q8_0",
    10: "Q2_K",
    11: "Q3_K",
    12: "Q4_K",
    13: "Q5_K",
    14: "Q6_K",
    16: "IQ2_XXS",
    17: "IQ2_XS",
    18: "IQ3_XXS",
    19: "IQ1_S",
    20: "IQ4_NL",
    21: "IQ3_S",
    22: "IQ2_S",
    23: "IQ4_XS",
    29: "IQ1_M",
    30: "BF16",
    39: "MXFP4",
}


class GGUFFile(NamedTuple):
    """What a file says and holds; tensor data are read-only views of the mapped file."""

    metadata: Mapping[str, Value]
    tensors: Mapping[str, Tensor]


class _Entry(NamedTuple):
    name: str
    shape: tuple[int, ...]
    format: str
    start: int
    size: int


def read_gguf(path: Path) -> GGUFFile:
    """Map a GGUF file, version 2 or 3, and read its header; every count and offset is checked.

    FileError for whatever isn't a whole file of that kind with formats of blocks.py.
    """
    buffer = map_file(path)
    cursor = _opened(buffer, str(path))
    # a tensor's entry takes 24 bytes at least, a key's 12 and its value
    tensors, keys = cursor.count(24, "tensors"), cursor.count(13, "keys")
    metadata = _metadata(cursor, keys)
    entries = [_entry(cursor) for _ in range(tensors)]
    start = _data_start(cursor, _alignment(metadata, cursor.where))
    _check_names(entries, cursor.where)
    places = [Place(entry.name, entry.start, entry.size) for entry in entries]
    check_places(places, len(buffer) - start, cursor.where)
    data = np.frombuffer(buffer, np.uint8)[start:] if entries else np.empty(0, np.uint8)
    return GGUFFile(metadata, {entry.name: _tensor(entry, data) for entry in entries})


def _opened(buffer: mmap.mmap, where: str) -> Cursor:
    if buffer[:4] != MAGIC:
        raise FileError(f"{where}: is no GGUF file; name one, or a folder with config.json")
    cursor = Cursor(buffer, where, len(MAGIC))
    version = cursor.u32()
    if version not in (2, 3):
        kind = "big-endian" if version % 65536 == 0 else f"GGUF version {version}"
        raise FileError(f"{where}: is {kind}; the core reads little-endian versions 2 and 3, convert it")
    return cursor


def _metadata(cursor: Cursor, keys: int) -> Mapping[str, Value]:
    metadata: dict[str, Value] = {}
    for _ in range(keys):
        key = cursor.name()
        if key in metadata:
            raise FileError(f"{cursor.where}: says {key} twice; get the file again")
        metadata[key] = cursor.value()
    return metadata


def _entry(cursor: Cursor) -> _Entry:
    name = cursor.name()
    dimensions = cursor.u32()
    if not 1 <= dimensions <= MOST_DIMENSIONS:
        raise FileError(f"{cursor.where}: {name} has {dimensions} dimensions; get the file again")
    # stored fastest first; rows first here, as numpy has it
    shape = tuple(reversed([cursor.u64() for _ in range(dimensions)]))
    format = _format(cursor.u32(), name, cursor.where)
    return _Entry(name, shape, format, cursor.u64(), _size(shape, format, f"{cursor.where}: {name}"))


def _format(number: int, name: str, where: str) -> str:
    format = TYPES.get(number, f"type {number}")
    if format not in FORMATS:
        raise FileError(f"{where}: {name} is {format}, which the core can't read; use Q4_K, Q8_0 or F16")
    return format


def _size(shape: Sequence[int], format: str, where: str) -> int:
    values, block = FORMATS[format].values, FORMATS[format].size
    if 0 in shape or shape[-1] % values:
        raise FileError(f"{where} has rows of {shape[-1]} in {format} blocks of {values}; get the file again")
    return math.prod(shape) // values * block


def _alignment(metadata: Mapping[str, Value], where: str) -> int:
    alignment = metadata.get("general.alignment", 32)
    if not isinstance(alignment, int) or alignment < 1 or alignment & (alignment - 1):
        raise FileError(f"{where}: general.alignment must be a power of two; get the file again")
    return alignment


def _data_start(cursor: Cursor, alignment: int) -> int:
    return (cursor.at + alignment - 1) // alignment * alignment


def _check_names(entries: Sequence[_Entry], where: str) -> None:
    if len({entry.name for entry in entries}) < len(entries):
        raise FileError(f"{where}: two tensors have one name; get the file again")


def _tensor(entry: _Entry, data: Bytes) -> Tensor:
    rows = math.prod(entry.shape[:-1])
    packed = data[entry.start : entry.start + entry.size].reshape(rows, -1)
    return Tensor(entry.name, entry.shape, entry.format, packed)
