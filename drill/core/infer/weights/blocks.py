"""The block formats that the core reads: their sizes, and packed rows to floats.

Leaves out the bit layouts (formats/) and the other direction (quantize.py).
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from drill.core.errors import FileError
from drill.core.infer.arrays import Bytes, Floats
from drill.core.infer.weights.formats import block32, plain, superblock

# values unpacked at a time: what is between bytes and floats stays in the cache of a core
CHUNK = 2**17


class Format(NamedTuple):
    """`values` weights lie in `size` bytes; `unpack` takes uint8 [n, size] to float32 [n, values]."""

    values: int
    size: int
    unpack: Callable[[Bytes], Floats]


FORMATS: Mapping[str, Format] = {
    "F32": Format(1, 4, plain.from_f32),
    "F16": Format(1, 2, plain.from_f16),
    "BF16": Format(1, 2, plain.from_bf16),
    "Q4_0": Format(32, 18, block32.from_q4_0),
    "Q4_1": Format(32, 20, block32.from_q4_1),
    "Q5_0": Format(32, 22, block32.from_q5_0),
    "Q5_1": Format(32, 24, block32.from_q5_1),
    "Q8_0": Format(32, 34, block32.from_q8_0),
    "Q4_K": Format(256, 144, superblock.from_q4_k),
    "Q5_K": Format(256, 176, superblock.from_q5_k),
    "Q6_K": Format(256, 210, superblock.from_q6_k),
}


def to_floats(data: Bytes, format: str) -> Floats:
    """Unpack rows: uint8 [rows, bytes a row] to a fresh float32 [rows, values a row].

    A scale that isn't finite gives NaN values, without a warning. FileError for a format that isn't in
    FORMATS, or rows that end inside a block.
    """
    known = FORMATS.get(format)
    if known is None:
        raise FileError(f"weights in {format} can't be read; the core reads {', '.join(FORMATS)}")
    rows, row_bytes = data.shape
    if row_bytes % known.size:
        raise FileError(f"rows of {row_bytes} bytes end inside a {format} block; get the file again")
    blocks = np.ascontiguousarray(data).reshape(-1, known.size)
    return _unpacked(blocks, known).reshape(rows, row_bytes // known.size * known.values)


def _unpacked(blocks: Bytes, format: Format) -> Floats:
    values = np.empty((len(blocks), format.values), np.float32)
    step = CHUNK // format.values
    with np.errstate(invalid="ignore", over="ignore"):
        for start in range(0, len(blocks), step):
            values[start : start + step] = format.unpack(blocks[start : start + step])
    return values
