"""Half floats, 16 at a time: the scales of weight blocks and the KV cache are kept in them.

F16C and ARM convert by one instruction, elsewhere plain integer steps do it. Everywhere a finite float that
is too large for a half becomes the largest, 65,504; infinity and NaN stay what they are.
"""

import math

from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.target import current
from drill.core.infer.backends.numba.value import FLOATS, HALVES, INTS, SHORTS, Value, constant

LARGEST_HALF = 65504.0
# a float's bits without the sign, as many as a half keeps
LARGEST_BITS = 0x3FFFF
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
    held = within(values)
    if current().f16c:
        return Value(code.builder, code.builder.fptrunc(held.llvm, HALVES))
    return narrow(held)


def within(values: Value) -> Value:
    """Bring finite floats to within what halves hold."""
    near = values.larger(-LARGEST_HALF).smaller(LARGEST_HALF)
    is_finite = values.builder.fcmp_ordered("<", values.size().llvm, constant(FLOATS, math.inf))
    return Value(values.builder, values.builder.select(is_finite, near.llvm, values.llvm))


def widen(bits: Value) -> Value:
    """Turn half bits (int16) into floats by integer steps: move the bits, then mend the exponent."""
    wide = Value(bits.builder, bits.builder.zext(bits.llvm, INTS))
    positive = ((wide & 0x7FFF) << 13).seen_as(FLOATS) * REBIAS
    beyond = bits.builder.fcmp_ordered(">", positive.llvm, constant(FLOATS, LARGEST_HALF))
    # an exponent of ones stays one: infinity, or NaN
    ones = Value(bits.builder, bits.builder.sext(beyond, INTS)) & 0x7F800000
    return (positive.seen_as(INTS) | ones | ((wide & 0x8000) << 16)).seen_as(FLOATS)


def narrow(values: Value) -> Value:
    """Turn floats that are `within` into half bits by integer steps: to nearest, ties to even."""
    sign = (values.seen_as(INTS) >> 16) & 0x8000
    scaled = (values.size() * (1 / REBIAS)).seen_as(INTS)
    # rounding must not carry a NaN over to zero
    rounded = ((scaled + 0xFFF + ((scaled >> 13) & 1)) >> 13).smaller(LARGEST_BITS) & 0x7FFF
    return Value(values.builder, values.builder.trunc((rounded | sign).llvm, SHORTS))
