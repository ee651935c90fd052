"""Floats to packed rows: F32, F16, Q4_0, Q4_1 and Q8_0, rounded as llama.cpp's reference does.

Leaves out the K formats and importance weights.
"""

from collections.abc import Callable, Mapping

import numpy as np

from drill.core.errors import InputError
from drill.core.infer.arrays import Bytes, Floats
from drill.core.infer.weights.blocks import FORMATS


def quantize(floats: Floats, format: str) -> Bytes:
    """Pack float32 [rows, n] into uint8 [rows, bytes a row].

    InputError for a format that can't be written, an n that a block doesn't divide, values that aren't
    finite, and values so large that their scale is beyond float16.
    """
    pack = _PACKERS.get(format)
    if pack is None:
        raise InputError(f"can't write {format}; choose one of {', '.join(_PACKERS)}")
    rows, n = floats.shape
    values = FORMATS[format].values
    if n % values:
        raise InputError(f"rows of {n} values don't divide into {format} blocks of {values}; use F16 or F32")
    if not np.isfinite(floats).all():
        raise InputError(f"can't write infinity or NaN as {format}; mend the weights first")
    return pack(floats.astype(np.float32).reshape(-1, values)).reshape(rows, -1)


def _f32(blocks: Floats) -> Bytes:
    return blocks.astype("<f4").view(np.uint8)


def _f16(blocks: Floats) -> Bytes:
    return _half_bytes(blocks)


def _q4_0(blocks: Floats) -> Bytes:
    # d has the sign that puts the largest value at q = 0, the one code with no opposite
    at = np.abs(blocks).argmax(axis=1, keepdims=True)
    d = np.take_along_axis(blocks, at, axis=1) / np.float32(-8)
    q = _floored(blocks * _inverse(d) + np.float32(8.5))
    return np.concatenate([_half_bytes(d), _paired(q)], axis=1)


def _q4_1(blocks: Floats) -> Bytes:
    m = blocks.min(axis=1, keepdims=True)
    with np.errstate(over="ignore"):
        d = (blocks.max(axis=1, keepdims=True) - m) / np.float32(15)
    halves = _half_bytes(np.concatenate([d, m], axis=1))
    return np.concatenate([halves, _paired(_floored((blocks - m) * _inverse(d) + np.float32(0.5)))], axis=1)


def _q8_0(blocks: Floats) -> Bytes:
    d = np.abs(blocks).max(axis=1, keepdims=True) / np.float32(127)
    scaled = blocks * _inverse(d)
    # halves go away from zero, where np.round sends them to the even neighbour
    whole = np.trunc(scaled)
    q = whole + np.trunc(np.float32(2) * (scaled - whole))
    return np.concatenate([_half_bytes(d), q.astype(np.int8).view(np.uint8)], axis=1)


def _inverse(d: Floats) -> Floats:
    # 1 / d overflows for subnormal d, whose float16 is zero anyway: such blocks are all zero
    usable = np.abs(d) > np.finfo(np.float32).tiny
    return np.divide(np.float32(1), d, out=np.zeros_like(d), where=usable)


def _floored(codes: Floats) -> Bytes:
    return np.minimum(codes, np.float32(15)).astype(np.uint8)


def _paired(q: Bytes) -> Bytes:
    # [n, 32] -> [n, 16]: value j low, value j + 16 high
    return q[:, :16] | (q[:, 16:] << np.uint8(4))


def _half_bytes(values: Floats) -> Bytes:
    largest = float(np.abs(values).max(initial=0))
    # float16 ends at 65504; from 65520 on, rounding gives infinity
    if largest >= 65520:
        raise InputError(f"{largest:g} is beyond float16; keep these weights in F32")
    return values.astype("<f2").view(np.uint8)


_PACKERS: Mapping[str, Callable[[Floats], Bytes]] = {
    "F32": _f32,
    "F16": _f16,
    "Q4_0": _q4_0,
    "Q4_1": _q4_1,
    "Q8_0": _q8_0,
}
