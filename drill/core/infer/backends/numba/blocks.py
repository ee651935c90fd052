"""Weights as the kernels want them: 16 rows side by side, 32 columns a block; one `Layout` for each kind.

    nibbles      4 x 64 bytes of words, 16 scales [, 16 minimums]      Q4_0 288 bytes, Q4_1 320
    bytes        8 x 64 bytes of words, 16 scales                      Q8_0 544
    F16, BF16    32 columns x 16 values                                1,024
    F32          32 columns x 16 values                                2,048; every other format as well

A row of 64 bytes of words is one 32-bit word of each of the 16 rows. docs/kernels.md draws it. Leaves out how
blocks are made from a file (packing.py) and the loops that run over them (rows.py, tiles.py).
"""

from collections.abc import Callable
from typing import NamedTuple

from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.forms import FLOAT, INT8, INT16, Form
from drill.core.infer.backends.numba.halves import load_halves
from drill.core.infer.backends.numba.value import FLOATS, INTS, SHORT_PAIRS, SHORTS, Value


class Term(NamedTuple):
    """One word a row for a multiply-add: small integers, `times` as large as the weights."""

    words: Value
    times: int


class Scales(NamedTuple):
    """weight = d * integer + m, for 16 rows."""

    d: Value
    m: Value


class IntegerLayout(NamedTuple):
    """`size` bytes a block, in `rows` rows of words with `terms` each, and `scales`."""

    name: str
    size: int
    form: Form
    rows: int
    terms: Callable[[Value], list[Term]]
    scales: Callable[[Code, Value], Scales]


class FloatLayout(NamedTuple):
    """`size` bytes a block; `column` reads 16 rows of one of its columns."""

    name: str
    size: int
    column: Callable[[Code, Value, int], Value]
    form: Form = FLOAT


Layout = IntegerLayout | FloatLayout


def nibble_pairs(words: Value) -> list[Term]:
    """Return 4 terms of two int16: a mask leaves nibbles where they are, and so up to 256 times too large."""
    return [
        Term(words & 0x000F000F, 1),
        Term(words & 0x00F000F0, 16),
        Term(words & 0x0F000F00, 256),
        Term((words.seen_as(SHORT_PAIRS) >> 12).seen_as(INTS), 1),
    ]


def nibble_quads(words: Value) -> list[Term]:
    """Return 2 terms of four bytes: low nibbles, high nibbles."""
    return [Term(words & 0x0F0F0F0F, 1), Term((words >> 4) & 0x0F0F0F0F, 1)]


def byte_pairs(words: Value) -> list[Term]:
    """Return 2 terms of two int16, from bytes that had 128 added to be unsigned."""
    return [Term(words & 0x00FF00FF, 1), Term((words.seen_as(SHORT_PAIRS) >> 8).seen_as(INTS), 1)]


def scale_and_minimum(words: int) -> Callable[[Code, Value], Scales]:
    """Return what reads d and m behind `words` bytes."""
    return lambda code, block: Scales(load_halves(code, block + words), load_halves(code, block + words + 32))


def scale_and_zero(words: int, zero: int) -> Callable[[Code, Value], Scales]:
    """Return what reads d behind `words` bytes; the integers stand for 0 at `zero`."""

    def read(code: Code, block: Value) -> Scales:
        d = load_halves(code, block + words)
        return Scales(d, d * -zero)

    return read


def float_column(code: Code, block: Value, column: int) -> Value:
    """Read 16 floats."""
    return code.floats(block + 64 * column)


def half_column(code: Code, block: Value, column: int) -> Value:
    """Read 16 half floats."""
    return load_halves(code, block + 32 * column)


def brain_column(code: Code, block: Value, column: int) -> Value:
    """Read 16 bfloat16: the upper halves of floats."""
    bits = code.load(SHORTS, block + 32 * column, 2)
    return (Value(code.builder, code.builder.zext(bits.llvm, INTS)) << 16).seen_as(FLOATS)


Q4_0 = IntegerLayout("Q4_0 int16", 288, INT16, 4, nibble_pairs, scale_and_zero(256, 8))
Q4_1 = IntegerLayout("Q4_1 int16", 320, INT16, 4, nibble_pairs, scale_and_minimum(256))
Q4_0_QUADS = IntegerLayout("Q4_0 int8", 288, INT8, 4, nibble_quads, scale_and_zero(256, 8))
Q4_1_QUADS = IntegerLayout("Q4_1 int8", 320, INT8, 4, nibble_quads, scale_and_minimum(256))
Q8_0 = IntegerLayout("Q8_0 int16", 544, INT16, 8, byte_pairs, scale_and_zero(512, 128))
F16 = FloatLayout("F16", 1024, half_column)
BF16 = FloatLayout("BF16", 1024, brain_column)
F32 = FloatLayout("F32", 2048, float_column)
LAYOUTS: tuple[Layout, ...] = (Q4_0, Q4_1, Q4_0_QUADS, Q4_1_QUADS, Q8_0, F16, BF16, F32)


def layout_of(format: str, activations: str) -> Layout:
    """Return the layout for a file's format; formats without one of their own are unpacked to floats.

    With int8 activations only 4-bit weights take int8: bytes by bytes would gain little, and lose exactness.
    """
    by_format: dict[str, Layout] = {"Q4_0": Q4_0, "Q4_1": Q4_1, "Q8_0": Q8_0, "F16": F16, "BF16": BF16}
    quads: dict[str, Layout] = {"Q4_0": Q4_0_QUADS, "Q4_1": Q4_1_QUADS}
    return (quads if activations == "int8" else {}).get(format) or by_format.get(format, F32)
