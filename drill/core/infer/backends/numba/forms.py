"""What activations are turned into before they meet packed weights: int16, int8, or floats as they are.

A tile holds `tokens` tokens, block by block of 32 values:

    values of block 0: token 0, token 1 ..  values of block 1 ..  scales [block][token]  sums [block][token]

value = scale * integer; a sum is scale * (the block's integers added up), which weights with a minimum need.
Leaves out the other factor (blocks.py).
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from llvmlite import ir

from drill.core.infer.backends.numba.arithmetic import nearest
from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.jit import Kernel
from drill.core.infer.backends.numba.value import F32, FLOATS, I8, I16, INTS, Value

Number = TypeVar("Number", int, Value)

BLOCK = 32
# blocks smaller than this count as zero: 1 / scale would overflow
TINY = 1e-30


def _nibble_columns() -> tuple[int, ...]:
    """Return the columns of a block as pairs of nibbles come out of packed words: see docs/kernels.md."""
    pairs = [(4 * word + offset, 4 * word + offset + 2) for word in range(4) for offset in (0, 16, 1, 17)]
    return tuple(column for pair in pairs for column in pair)


def _quad_columns() -> tuple[int, ...]:
    """Return the columns of a block as nibbles come out four at a time: a word's low ones, then its high."""
    starts = [4 * word + offset for word in range(4) for offset in (0, 16)]
    return tuple(start + i for start in starts for i in range(4))


def tile_bytes(blocks: Number, tokens: int, size: int) -> Number:
    """Return how large a tile of blocks of `size` bytes is, in whole cache lines; routines use it as well."""
    return (blocks * (tokens * (size + 8)) + 63) & -64


class Form(NamedTuple):
    """`size` bytes a block, integers up to `limit`, kept in the order of `columns`."""

    name: str
    size: int
    limit: int
    columns: Sequence[int]

    def tile_bytes(self, *, blocks: int, tokens: int) -> int:
        """Return how large a tile is."""
        return tile_bytes(blocks, tokens, self.size)


INT16 = Form("int16", 64, 32767, _nibble_columns())
INT8 = Form("int8", 32, 127, _quad_columns())
FLOAT = Form("float", 128, 0, range(BLOCK))
FORMS = (INT16, INT8, FLOAT)


class Range(NamedTuple):
    """Which blocks of a vector to write, and where: token `slot` of a tile of vectors of `blocks` blocks."""

    first: Value
    last: Value
    blocks: Value
    tile: Value
    tokens: Value
    slot: Value


def write_integers(code: Code, form: Form, values: Value, part: Range) -> None:
    """Scale each block by its largest value and round it; infinity or NaN in a block becomes its scale."""
    scales = part.tile + part.blocks * part.tokens * form.size
    sums = scales + part.blocks * part.tokens * 4
    packed = ir.VectorType(I16 if form is INT16 else I8, BLOCK)
    with code.loop(part.last, start=part.first) as block:
        low, high = (code.floats(values + block * 128 + offset) for offset in (0, 64))
        # the bits of a size, seen as an integer, are larger the larger it is; those of NaN are the largest
        sizes = low.size().seen_as(INTS).larger(high.size().seen_as(INTS))
        largest = sizes.largest().seen_as(F32)
        # a block of zeros keeps its zeros: anything times 0
        inverse = code.repeat(code.choose(largest, TINY, code.number(F32, form.limit) / largest, 0.0))
        scale = largest * (1 / form.limit)
        low, high = nearest(low * inverse), nearest(high * inverse)
        place = block * part.tokens + part.slot
        code.store(part.tile + place * form.size, low.lanes(form.columns, high).cut_to(packed))
        total = code.repeat((low + high).total()).floats().lane(0)
        code.store(scales + place * 4, scale)
        code.store(sums + place * 4, total * scale)


@Kernel
def encode_int16(
    code: Code,
    values: Value,
    first: Value,
    last: Value,
    blocks: Value,
    tile: Value,
    tokens: Value,
    slot: Value,
) -> None:
    """Write blocks first to last of floats [blocks * 32] as int16 into one token of a tile."""
    write_integers(code, INT16, values, Range(first, last, blocks, tile, tokens, slot))


@Kernel
def encode_int8(
    code: Code,
    values: Value,
    first: Value,
    last: Value,
    blocks: Value,
    tile: Value,
    tokens: Value,
    slot: Value,
) -> None:
    """Write blocks first to last of floats [blocks * 32] as int8 into one token of a tile."""
    write_integers(code, INT8, values, Range(first, last, blocks, tile, tokens, slot))


@Kernel
def encode_float(
    code: Code,
    values: Value,
    first: Value,
    last: Value,
    blocks: Value,
    tile: Value,
    tokens: Value,
    slot: Value,
) -> None:
    """Copy blocks first to last of floats [blocks * 32] into one token of a tile."""
    with code.loop(last, start=first) as block:
        for offset in (0, 64):
            place = tile + (block * tokens + slot) * FLOAT.size + offset
            code.store(place, code.load(FLOATS, values + block * 128 + offset, 4), 4)


ENCODERS = {"int16": encode_int16, "int8": encode_int8, "float": encode_float}
