"""Prefill's inner loops: 16 rows of a matrix times many tokens, a tile of them at a time.

A group of 16 rows is first widened: its integers laid out ready to multiply, once for all tiles. Leaves out
decode (rows.py), where every weight is used once and widening would not pay.

    widened block    int16    16 x 64 bytes of pairs | d, 16 floats | m, 16 floats
                     int8      8 x 64 bytes of quads | d, 16 floats | m, 16 floats
                     float    32 x 64 bytes of floats
"""

from drill.core.infer.backends.numba.blocks import LAYOUTS, FloatLayout, Layout
from drill.core.infer.backends.numba.code import Code, Variable
from drill.core.infer.backends.numba.forms import BLOCK, FLOAT, FORMS, Form, tile_bytes
from drill.core.infer.backends.numba.jit import Kernel
from drill.core.infer.backends.numba.multiply import multiply_add
from drill.core.infer.backends.numba.target import current
from drill.core.infer.backends.numba.value import FLOATS, INTS, SHORT_PAIRS, Value

# rows of words a turn of the inner loop
STEP = 2


def words_of(form: Form) -> int:
    """Return how many rows of 64 bytes a widened block has, less its scales."""
    return BLOCK if form is FLOAT else form.size // 4


def wide_bytes(form: Form) -> int:
    """Return the size of a widened block."""
    return words_of(form) * 64 + (0 if form is FLOAT else 128)


def write_widen(layout: Layout) -> Kernel:
    """Return the kernel that widens the blocks of one group of 16 rows: weights [blocks] to wide [blocks]."""

    def widen(code: Code, weights: Value, blocks: Value, wide: Value) -> None:
        with code.loop(blocks) as index:
            _widen_block(code, layout, weights + index * layout.size, wide + index * wide_bytes(layout.form))

    widen.__name__ = widen.__qualname__ = f"widen_{layout.name.replace(' ', '_')}"
    return Kernel(widen)


def _widen_block(code: Code, layout: Layout, block: Value, wide: Value) -> None:
    if isinstance(layout, FloatLayout):
        for column in range(BLOCK):
            code.store(wide + 64 * column, layout.column(code, block, column))
        return
    for row in range(layout.rows):
        terms = layout.terms(code.words(block + 64 * row))
        for position, (words, times) in enumerate(terms):
            small = words.seen_as(SHORT_PAIRS) >> (times.bit_length() - 1)
            code.store(wide + 64 * (row * len(terms) + position), small)
    d, m = layout.scales(code, block)
    end = wide + 64 * words_of(layout.form)
    code.store(end, d)
    code.store(end + 64, m)


def write_tiles(form: Form) -> Kernel:
    """Return the kernel for activations of a form.

    wide: one group, [blocks]; tile: [tiles]; for token t: out + t * stride = start + t * start_stride + W x,
    16 floats each; strides in bytes.
    """

    def tiles(
        code: Code, wide: Value, blocks: Value, tile: Value, tiles: Value, start: Value, start_stride: Value,
        out: Value, stride: Value,
    ) -> None:  # fmt: skip
        tokens = current().tile_tokens
        with code.loop(tiles) as index:
            first = index * tokens
            totals = [Variable(code.floats(start + (first + t) * start_stride)) for t in range(tokens)]
            here = tile + index * tile_bytes(blocks, tokens, form.size)
            with code.loop(blocks) as block:
                here_block = here + block * (tokens * form.size)
                wide_block = wide + block * wide_bytes(form)
                if form is FLOAT:
                    _float_tile(code, wide_block, here_block, totals)
                else:
                    scales = here + blocks * (tokens * form.size) + block * (tokens * 4)
                    sums = scales + blocks * (tokens * 4)
                    _integer_tile(code, form, (wide_block, here_block, scales, sums), totals)
            for t, total in enumerate(totals):
                code.store(out + (first + t) * stride, total.value, 4)

    tiles.__name__ = tiles.__qualname__ = f"tiles_{form.name}"
    return Kernel(tiles)


def _integer_tile(
    code: Code, form: Form, places: tuple[Value, Value, Value, Value], totals: list[Variable]
) -> None:
    wide, values, scales, sums = places
    multiply = multiply_add(form)
    whole = [Variable(code.number(multiply.kind, 0)) for _ in totals]
    with code.loop(words_of(form), step=STEP) as position:
        for ahead in range(STEP):
            words = code.words(wide + position * 64 + 64 * ahead)
            for t, so_far in enumerate(whole):
                few = code.repeated(INTS, values + position * 4 + (t * form.size + 4 * ahead))
                so_far.value = multiply.add(code, so_far.value, words, few)
    end = wide + 64 * words_of(form)
    d, m = code.floats(end), code.floats(end + 64)
    for t, total in enumerate(totals):
        scaled = d * code.repeated(FLOATS, scales + 4 * t)
        exact = multiply.finish(code, whole[t].value).floats()
        partly = code.multiply_add(exact, scaled, total.value)
        total.value = code.multiply_add(m, code.repeated(FLOATS, sums + 4 * t), partly)


def _float_tile(code: Code, wide: Value, values: Value, totals: list[Variable]) -> None:
    for column in range(BLOCK):
        weight = code.floats(wide + 64 * column)
        for t, total in enumerate(totals):
            x = code.repeated(FLOATS, values + (t * FLOAT.size + 4 * column))
            total.value = code.multiply_add(weight, x, total.value)


WIDENERS = {layout.name: write_widen(layout) for layout in LAYOUTS}
TILE_KERNELS = {form.name: write_tiles(form) for form in FORMS}
