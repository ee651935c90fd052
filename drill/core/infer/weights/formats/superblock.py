"""Q4_K, Q5_K and Q6_K: 256 values in sub-blocks, whose small scales are themselves quantized.

Leaves out quantizing to them: that is a search, and nothing here writes them.

    Q4_K   d d | m m | s0 .. s11 | q0 .. q127                      144 bytes
    Q5_K   d d | m m | s0 .. s11 | h0 .. h31 | q0 .. q127          176 bytes
           value = (d * scale[b]) * q - m * minimum[b]             8 sub-blocks b of 32 values
           q: bytes 32g .. 32g+31 hold sub-block 2g in their low four bits, 2g + 1 in their high four
           h: bit b of byte j is the fifth, highest bit of value j of sub-block b
           s: 8 scales and 8 minimums of six bits, with f = 0 .. 3:
              s[f]      bits 0-5 scale[f]            bits 6-7 upper bits of scale[f + 4]
              s[f + 4]  bits 0-5 minimum[f]          bits 6-7 upper bits of minimum[f + 4]
              s[f + 8]  bits 0-3 of scale[f + 4]     bits 4-7 lower bits of minimum[f + 4]

    Q6_K   q0 .. q127 | h0 .. h63 | s0 .. s15 (signed) | d d       210 bytes
           value = (d * s[b]) * (q - 32)                           16 sub-blocks b of 16 values
           each half of 128 values has 64 bytes of q and 32 of h; its quarters k = 0 .. 3 of 32 values:
              low four bits:   k = 0, 1 in the low, k = 2, 3 in the high bits of q[32 * (k % 2) + j]
              upper two bits:  bits 2k and 2k + 1 of h[j]

d and m are float16.
"""

import numpy as np

from drill.core.infer.arrays import Bytes, Floats
from drill.core.infer.weights.formats.bits import halves, high_nibbles, low_nibbles, unpacked_bits


def from_q4_k(blocks: Bytes) -> Floats:
    """Unpack Q4_K: [n, 144] to [n, 256]."""
    return _scaled_from_minimums(_four_bits(blocks[:, 16:]), blocks)


def from_q5_k(blocks: Bytes) -> Floats:
    """Unpack Q5_K: [n, 176] to [n, 256]."""
    fifth = unpacked_bits(blocks[:, 16:48]).swapaxes(1, 2)
    return _scaled_from_minimums(_four_bits(blocks[:, 48:]) | (fifth << np.uint8(4)), blocks)


def from_q6_k(blocks: Bytes) -> Floats:
    """Unpack Q6_K: [n, 210] to [n, 256]."""
    q = blocks[:, :128].reshape(-1, 2, 64)
    lower = np.concatenate([low_nibbles(q), high_nibbles(q)], axis=2).reshape(-1, 2, 4, 32)
    h = blocks[:, 128:192].reshape(-1, 2, 1, 32)
    shifts = np.array([0, 2, 4, 6], np.uint8).reshape(4, 1)
    upper = (h >> shifts) & np.uint8(3)
    values = (lower | (upper << np.uint8(4))).reshape(-1, 16, 16) - np.float32(32)
    values *= (halves(blocks, 208) * blocks[:, 192:208].view(np.int8))[:, :, None]
    return values.reshape(-1, 256)


def _scaled_from_minimums(q: Bytes, blocks: Bytes) -> Floats:
    # q: [n, 8, 32]
    scales, minimums = _six_bits(blocks[:, 4:16])
    values = q * (halves(blocks, 0) * scales)[:, :, None]
    values -= (halves(blocks, 2) * minimums)[:, :, None]
    return values.reshape(-1, 256)


def _four_bits(packed: Bytes) -> Bytes:
    # packed: [n, 128] -> [n, 8, 32]
    groups = packed.reshape(-1, 4, 1, 32)
    return np.concatenate([low_nibbles(groups), high_nibbles(groups)], axis=2).reshape(-1, 8, 32)


def _six_bits(packed: Bytes) -> tuple[Bytes, Bytes]:
    # packed: [n, 12] -> scales [n, 8], minimums [n, 8]
    scales, minimums, rest = packed[:, :4], packed[:, 4:8], packed[:, 8:]
    first = np.uint8(0x3F)
    return (
        np.concatenate([scales & first, _joined(low_nibbles(rest), scales)], axis=1),
        np.concatenate([minimums & first, _joined(high_nibbles(rest), minimums)], axis=1),
    )


def _joined(lower: Bytes, upper: Bytes) -> Bytes:
    return lower | ((upper >> np.uint8(6)) << np.uint8(4))
