"""From a file's rows to blocks of 16 rows side by side (blocks.py); numpy, once, when a model is loaded.

No value changes: the same integers and scales in another order. Formats without blocks of their own become
float32. docs/kernels.md draws both orders.
"""

from collections.abc import Callable

import numpy as np

from drill.core.infer.arrays import Array, Bytes
from drill.core.infer.backends.numba.blocks import Layout
from drill.core.infer.backends.numba.forms import BLOCK, INT16
from drill.core.infer.backends.numba.value import ROWS
from drill.core.infer.weights.blocks import to_floats

# bytes of a Q8_0 block in the order in which masks take pairs out of a word: even bytes, then odd ones
BYTE_COLUMNS = np.array(INT16.columns).reshape(8, 2, 2).transpose(0, 2, 1).ravel()


def pack(rows: Bytes, format: str, layout: Layout, out: Bytes) -> None:
    """Pack uint8 [rows, bytes a row] in a file's format into out [groups, blocks, layout.size].

    Rows that the last group lacks are zeros.
    """
    groups = len(out)
    if len(rows) < groups * ROWS:
        rows = np.concatenate([rows, np.zeros((groups * ROWS - len(rows), rows.shape[1]), np.uint8)])
    PACKERS.get(format, _floats)(np.ascontiguousarray(rows), format, out)


def _q4_1(rows: Bytes, _: str, out: Bytes) -> None:
    words = _by_group(rows.view(np.uint32), out, 5)
    _words(out, 4)[:] = words[..., 1:].transpose(0, 2, 3, 1)
    scales = np.ascontiguousarray(words[..., 0]).view(np.uint16).reshape(*words.shape[:3], 2)
    out[..., 256:].view(np.uint16).reshape(*out.shape[:2], 2, ROWS)[:] = scales.transpose(0, 2, 3, 1)


def _q4_0(rows: Bytes, _: str, out: Bytes) -> None:
    shorts = _by_group(rows.view(np.uint16), out, 9)
    words = np.ascontiguousarray(shorts[..., 1:]).view(np.uint32)
    _words(out, 4)[:] = words.transpose(0, 2, 3, 1)
    out[..., 256:].view(np.uint16)[:] = shorts[..., 0].transpose(0, 2, 1)


def _q8_0(rows: Bytes, _: str, out: Bytes) -> None:
    bytes_ = _by_group(rows, out, 34)
    # unsigned from here on: 128 is zero
    values = bytes_[..., 2:][..., BYTE_COLUMNS] ^ np.uint8(0x80)
    _words(out, 8)[:] = np.ascontiguousarray(values).view(np.uint32).transpose(0, 2, 3, 1)
    scales = np.ascontiguousarray(bytes_[..., :2]).view(np.uint16)[..., 0]
    out[..., 512:].view(np.uint16)[:] = scales.transpose(0, 2, 1)


def _halves(rows: Bytes, _: str, out: Bytes) -> None:
    values = _by_group(rows.view(np.uint16), out, BLOCK)
    out.view(np.uint16).reshape(*out.shape[:2], BLOCK, ROWS)[:] = values.transpose(0, 2, 3, 1)


def _floats(rows: Bytes, format: str, out: Bytes) -> None:
    values = _by_group(to_floats(rows, format), out, BLOCK)
    out.view(np.float32).reshape(*out.shape[:2], BLOCK, ROWS)[:] = values.transpose(0, 2, 3, 1)


def _by_group(rows: Array, out: Bytes, per_block: int) -> Array:
    """Return rows as [groups, 16, blocks, elements a block]."""
    groups, blocks = out.shape[:2]
    return rows.reshape(groups, ROWS, blocks, per_block)


def _words(out: Bytes, count: int) -> Array:
    """Return the words of the blocks, uint32 [groups, blocks, count, 16]."""
    return out[..., : 64 * count].view(np.uint32).reshape(*out.shape[:2], count, ROWS)


PACKERS: dict[str, Callable[[Bytes, str, Bytes], None]] = {
    "Q4_0": _q4_0,
    "Q4_1": _q4_1,
    "Q8_0": _q8_0,
    "F16": _halves,
    "BF16": _halves,
}
