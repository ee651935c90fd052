"""Decode's inner loop: 16 rows of a matrix times one vector, straight through the packed blocks.

One kernel for each layout: out = start + W x. Leaves out prefill (tiles.py), which reads weights once for
many tokens.
"""

from drill.core.infer.backends.numba.blocks import LAYOUTS, FloatLayout, IntegerLayout, Layout
from drill.core.infer.backends.numba.code import Code, Variable
from drill.core.infer.backends.numba.forms import BLOCK, FLOAT
from drill.core.infer.backends.numba.jit import Kernel
from drill.core.infer.backends.numba.multiply import multiply_add
from drill.core.infer.backends.numba.value import FLOATS, INTS, Value

# how far ahead of its use memory is asked for; hardware alone stops at each page of 4 KiB
AHEAD = 4096


def write_rows(layout: Layout) -> Kernel:
    """Return the kernel of a layout.

    weights: [groups, blocks] packed; tile: one token (forms.py); start, out: floats [groups * 16].
    """

    def rows(
        code: Code, weights: Value, groups: Value, blocks: Value, tile: Value, start: Value, out: Value
    ) -> None:
        block_at = Variable(weights)
        with code.loop(groups) as group:
            total = Variable(code.floats(start + group * 64))
            with code.loop(blocks) as index:
                block = block_at.value
                for line in range(0, layout.size, 64):
                    code.prefetch(block + (AHEAD + line))
                if isinstance(layout, FloatLayout):
                    float_block(code, layout, block, tile + index * FLOAT.size, total)
                else:
                    integer_block(code, layout, block, _Token(tile, blocks, index), total)
                block_at.value = block + layout.size
            code.store(out + group * 64, total.value, 4)

    rows.__name__ = rows.__qualname__ = f"rows_{layout.name.replace(' ', '_')}"
    return Kernel(rows)


class _Token:
    """One block of the only token of a tile."""

    def __init__(self, tile: Value, blocks: Value, index: Value) -> None:
        self.tile, self.blocks, self.index = tile, blocks, index

    def values(self, size: int) -> Value:
        return self.tile + self.index * size

    def scale(self, size: int) -> Value:
        return self.tile + self.blocks * size + self.index * 4

    def sum(self, size: int) -> Value:
        return self.tile + self.blocks * (size + 4) + self.index * 4


def integer_block(code: Code, layout: IntegerLayout, block: Value, token: _Token, total: Variable) -> None:
    """Add a block of integer weights: multiply-adds in int32, which are exact, then the scales."""
    size = layout.form.size
    multiply = multiply_add(layout.form)
    zero = code.number(multiply.kind, 0)
    sums = {term.times: Variable(zero) for term in layout.terms(code.number(INTS, 0))}
    with code.loop(layout.rows) as row:
        activations = token.values(size) + row * (size // layout.rows)
        for position, (words, times) in enumerate(layout.terms(code.words(block + row * 64))):
            few = code.repeated(INTS, activations + 4 * position)
            sums[times].value = multiply.add(code, sums[times].value, words, few)
    whole = code.number(INTS, 0)
    for times, part in sums.items():
        finished = multiply.finish(code, part.value)
        whole = whole + (finished // times if times > 1 else finished)
    d, m = layout.scales(code, block)
    scaled = d * code.repeated(FLOATS, token.scale(size))
    partly = code.multiply_add(whole.floats(), scaled, total.value)
    total.value = code.multiply_add(m, code.repeated(FLOATS, token.sum(size)), partly)


def float_block(code: Code, layout: FloatLayout, block: Value, values: Value, total: Variable) -> None:
    """Add a block of float weights; even and odd columns apart, so that fewer additions wait for others."""
    sums = [total.value, code.number(FLOATS, 0.0)]
    for column in range(BLOCK):
        weight = layout.column(code, block, column)
        x = code.repeated(FLOATS, values + 4 * column)
        sums[column % 2] = code.multiply_add(weight, x, sums[column % 2])
    total.value = sums[0] + sums[1]


ROW_KERNELS = {layout.name: write_rows(layout) for layout in LAYOUTS}
