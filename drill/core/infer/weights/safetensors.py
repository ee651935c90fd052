"""Our own safetensors reader: one file or several by an index; every tensor a view of the mapped file.

Leaves out the meaning of names (names.py) and formats without a reader, which are refused when used.

    header length u64 | header, JSON | data
    header: {"name": {"dtype": "BF16", "shape": [out, in], "data_offsets": [begin, end]}, ...}
    offsets count from the end of the header; "__metadata__" is free text
"""

import math
import mmap
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, TypeGuard

import numpy as np

from drill.core.errors import FileError
from drill.core.infer.arrays import Bytes
from drill.core.infer.weights.json_file import parsed_object, read_object
from drill.core.infer.weights.mapped import Place, check_places, map_file
from drill.core.infer.weights.tensor import Tensor

SINGLE = "model.safetensors"
INDEX = "model.safetensors.index.json"
# as the format's own library limits it
LARGEST_HEADER = 100_000_000
SIZES: Mapping[str, int] = {
    "BOOL": 1, "U8": 1, "I8": 1, "F8_E4M3": 1, "F8_E5M2": 1,
    "U16": 2, "I16": 2, "F16": 2, "BF16": 2,
    "U32": 4, "I32": 4, "F32": 4,
    "U64": 8, "I64": 8, "F64": 8,
}  # fmt: skip


class _Entry(NamedTuple):
    shape: tuple[int, ...]
    dtype: str
    place: Place


def read_folder(folder: Path) -> dict[str, Tensor]:
    """Return the tensors of a folder, by the names in its files; sharded if it has an index.

    FileError when a shard is absent or lacks a tensor that the index says it has.
    """
    if not (folder / INDEX).is_file():
        return read_safetensors(folder / SINGLE)
    where = str(folder / INDEX)
    shards = _shards(read_object(folder / INDEX).get("weight_map"), where)
    read = {shard: read_safetensors(folder / shard) for shard in sorted(set(shards.values()))}
    for name, shard in shards.items():
        if name not in read[shard]:
            raise FileError(f"{where}: {name!r} isn't in {shard}; get the whole folder again")
    return {name: read[shard][name] for name, shard in shards.items()}


def read_safetensors(path: Path) -> dict[str, Tensor]:
    """Map one file and check its header: no tensor may overlap another or end past the file.

    FileError otherwise. `format` is the dtype as the file spells it.
    """
    where = str(path)
    buffer = map_file(path)
    header, start = _header(buffer, where)
    entries = [_entry(name, value, where) for name, value in header.items() if name != "__metadata__"]
    check_places([entry.place for entry in entries], len(buffer) - start, where)
    data = np.frombuffer(buffer, np.uint8)[start:]
    return {entry.place.name: _tensor(entry, data) for entry in entries}


def _shards(value: object, where: str) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(shard, str) for shard in value.values()):
        raise FileError(f"{where}: weight_map must map names to files; get the file again")
    for shard in value.values():
        # a shard lies beside its index, whatever a hostile index says
        if not shard.isprintable() or Path(shard).name != shard:
            raise FileError(f"{where}: {shard!r} is no file beside it; get the folder again")
    return value


def _header(buffer: mmap.mmap, where: str) -> tuple[dict[str, object], int]:
    size = int.from_bytes(buffer[:8], "little")
    if len(buffer) < 8 or size > min(LARGEST_HEADER, len(buffer) - 8):
        raise FileError(f"{where}: a header of {size} bytes doesn't fit; get the file again")
    return parsed_object(buffer[8 : 8 + size], f"{where}: header"), 8 + size


def _entry(name: str, value: object, where: str) -> _Entry:
    if not isinstance(value, dict) or not name.isprintable():
        raise FileError(f"{where}: {name!r} isn't described as a tensor; get the file again")
    dtype, shape, offsets = value.get("dtype"), value.get("shape"), value.get("data_offsets")
    if not _is_word(dtype) or not _are_counts(shape) or not _are_counts(offsets) or len(offsets) != 2:
        raise FileError(f"{where}: {name} needs dtype, shape and data_offsets; get the file again")
    size = offsets[1] - offsets[0]
    # an unknown dtype is refused when the tensor is used; until then its size is what the offsets say
    if size < 0 or (dtype in SIZES and size != math.prod(shape) * SIZES[dtype]):
        raise FileError(f"{where}: {name} has other bytes than its shape asks for; get the file again")
    return _Entry(tuple(shape), dtype, Place(name, offsets[0], size))


def _is_word(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and value.isprintable()


def _are_counts(value: object) -> TypeGuard[list[int]]:
    # bool is an int to Python, not to JSON
    return isinstance(value, list) and all(type(item) is int and item >= 0 for item in value)


def _tensor(entry: _Entry, data: Bytes) -> Tensor:
    name, start, size = entry.place
    # an empty tensor may claim any number of rows, an unknown dtype may share bytes between rows
    rows = math.prod(entry.shape[:-1]) if size and entry.dtype in SIZES else 1
    return Tensor(name, entry.shape, entry.dtype, data[start : start + size].reshape(rows, -1))
