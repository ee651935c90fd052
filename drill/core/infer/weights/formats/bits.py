"""What the block formats share: half-precision scales and pairs of 4-bit values in a byte.

Leaves out what the fields mean: each format's own file says that.
"""

import numpy as np

from drill.core.infer.arrays import Bytes, Floats


def halves(blocks: Bytes, at: int) -> Floats:
    """Return the float16 that each block keeps at byte `at`, as float32 [blocks, 1]."""
    # blocks: [n, bytes]
    return blocks[:, at : at + 2].view("<f2").astype(np.float32)


def low_nibbles(packed: Bytes) -> Bytes:
    """Return bits 0 to 3 of each byte."""
    return packed & np.uint8(0x0F)


def high_nibbles(packed: Bytes) -> Bytes:
    """Return bits 4 to 7 of each byte."""
    return packed >> np.uint8(4)


def unpacked_bits(packed: Bytes) -> Bytes:
    """Return the bits of each byte, lowest first: [n, bytes] to [n, bytes, 8]."""
    return np.unpackbits(packed, axis=1, bitorder="little").reshape(*packed.shape, 8)
