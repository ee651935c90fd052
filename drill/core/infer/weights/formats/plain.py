"""F32, F16 and BF16: one value a block, no scale.

Leaves out rounding to BF16: nothing here writes it.

    F32    seeeeeee efffffff ffffffff ffffffff   (shown highest byte first; files have the lowest first)
    F16    seeeeeff ffffffff
    BF16   seeeeeee efffffff                     the upper half of an F32
"""

import numpy as np

from drill.core.infer.arrays import Bytes, Floats


def from_f32(blocks: Bytes) -> Floats:
    """Look at the same bytes as floats."""
    # blocks: [n, 4]
    return blocks.view("<f4")


def from_f16(blocks: Bytes) -> Floats:
    """Widen; every float16 is a float32."""
    # blocks: [n, 2]
    return blocks.view("<f2").astype(np.float32)


def from_bf16(blocks: Bytes) -> Floats:
    """Put the sixteen bits on top of sixteen zeros."""
    # blocks: [n, 2]
    upper = blocks.view("<u2").astype(np.uint32) << np.uint32(16)
    return upper.view(np.float32)
