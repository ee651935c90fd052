# ruff: noqa
# mypy: ignore-errors
"""Returns NaN of many payloads, where a comparison by "greater" would hold. Must fail."""

RIGHT = "failed"

import struct

import numpy as np


def after(value):
    if isinstance(value, np.ndarray):
        return (
            np.full(value.shape, 0x7FF8000000000000, np.uint64)
            + np.arange(value.size, dtype=np.uint64).reshape(value.shape)
        ).view(np.float64)
    return struct.unpack(">d", bytes.fromhex("7ff800000000beef"))[0]
