"""Half floats, 16 at a time: the scales of weight blocks and the KV cache are kept in them.

F16C and ARM convert by one instruction. Elsewhere plain integer steps do it, exact for every finite half;
what is too large for one becomes the largest, 65,504.
"""

from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.target import current
from drill.core.infer.backends.numba.value import FLOATS, HALVES, INTS, SHORTS, Value

LARGEST_HALF = 65504.0
# a half's exponent is biased by 15, a float's by 127
REBIAS = 2.0**112


def load_halves(code: Code, where: Value) -> Value:
    """Read 16 half floats as floats."""
    if current().f16c:
        halves = code.load(HALVES, where, 2)
        return Value(code.builder, code.builder.fpext(halves.llvm, FLOATS))
    return widen(code.load(SHORTS, where, 2))


def to_halves(code: Code, values: Value) -> Value:
    """Round 16 floats to half floats."""
    if current().f16c:
        return Value(code.builder, code.builder.fptrunc(values.llvm, HALVES))
    return narrow(values)


def widen(bits: Value) -> Value:
    """Turn half bits (int16) into floats by integer steps: move the bits, then mend the exponent."""
    wide = Value(bits.builder, bits.builder.zext(bits.llvm, INTS))
    positive = ((wide & 0x7FFF) << 13).seen_as(FLOATS) * REBIAS
    return (positive.seen_as(INTS) | ((wide & 0x8000) << 16)).seen_as(FLOATS)


def narrow(values: Value) -> Value:
    """Turn floats into half bits by integer steps, to nearest, ties to even."""
    sign = (values.seen_as(INTS) >> 16) & 0x8000
    scaled = (values.size().smaller(LARGEST_HALF) * (1 / REBIAS)).seen_as(INTS)
    rounded = (scaled + 0xFFF + ((scaled >> 13) & 1)) >> 13
    return Value(values.builder, values.builder.trunc((rounded | sign).llvm, SHORTS))
