"""Q4_0, Q4_1, Q5_0, Q5_1 and Q8_0: 32 values share a scale, and some of them a minimum.

Leaves out the other direction (quantize.py) and the K formats (superblock.py).

    Q4_0   d d | q0 .. q15                      18 bytes   value = d * (q - 8)
    Q4_1   d d | m m | q0 .. q15                20 bytes   value = d * q + m
    Q5_0   d d | h h h h | q0 .. q15            22 bytes   value = d * (q - 16)
    Q5_1   d d | m m | h h h h | q0 .. q15      24 bytes   value = d * q + m
    Q8_0   d d | q0 .. q31                      34 bytes   value = d * q, q signed

d and m are float16. Byte j of q holds value j in its low four bits and value j + 16 in its high four: not
2j and 2j + 1. h is 32 bits, lowest first; bit i is the fifth, highest bit of value i.
"""

import numpy as np

from drill.core.infer.arrays import Bytes, Floats
from drill.core.infer.weights.formats.bits import halves, high_nibbles, low_nibbles, unpacked_bits


def from_q4_0(blocks: Bytes) -> Floats:
    """Unpack Q4_0: [n, 18] to [n, 32]."""
    return (_four_bits(blocks[:, 2:]) - np.float32(8)) * halves(blocks, 0)


def from_q4_1(blocks: Bytes) -> Floats:
    """Unpack Q4_1: [n, 20] to [n, 32]."""
    return _scaled_from_minimum(_four_bits(blocks[:, 4:]), blocks)


def from_q5_0(blocks: Bytes) -> Floats:
    """Unpack Q5_0: [n, 22] to [n, 32]."""
    return (_five_bits(blocks[:, 2:]) - np.float32(16)) * halves(blocks, 0)


def from_q5_1(blocks: Bytes) -> Floats:
    """Unpack Q5_1: [n, 24] to [n, 32]."""
    return _scaled_from_minimum(_five_bits(blocks[:, 4:]), blocks)


def from_q8_0(blocks: Bytes) -> Floats:
    """Unpack Q8_0: [n, 34] to [n, 32]."""
    return blocks[:, 2:].view(np.int8) * halves(blocks, 0)


def _scaled_from_minimum(values: Floats, blocks: Bytes) -> Floats:
    values *= halves(blocks, 0)
    values += halves(blocks, 2)
    return values


def _four_bits(packed: Bytes) -> Floats:
    # packed: [n, 16] -> [n, 32], float because arithmetic follows
    values = np.empty((len(packed), 32), np.float32)
    values[:, :16] = low_nibbles(packed)
    values[:, 16:] = high_nibbles(packed)
    return values


def _five_bits(packed: Bytes) -> Floats:
    # packed: [n, 4 + 16] -> [n, 32]
    fifth = unpacked_bits(packed[:, :4]).reshape(-1, 32)
    values = _four_bits(packed[:, 4:])
    values += fifth << np.uint8(4)
    return values
