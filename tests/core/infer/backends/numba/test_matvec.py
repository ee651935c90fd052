"""Packed matrices times vectors, decode and prefill, against unpacked ones, for every layout.

Decode and prefill must agree to the bit: they do the same operations in the same order.
"""

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.infer.arrays import Array, Bytes, Floats
from drill.core.infer.backends.numba.blocks import Layout, layout_of
from drill.core.infer.backends.numba.forms import ENCODERS, FLOAT, Form
from drill.core.infer.backends.numba.packing import pack
from drill.core.infer.backends.numba.rows import ROW_KERNELS
from drill.core.infer.backends.numba.target import current
from drill.core.infer.backends.numba.tiles import TILE_KERNELS, WIDENERS, wide_bytes
from drill.core.infer.weights.blocks import to_floats
from drill.core.infer.weights.quantize import quantize

ROWS, COLUMNS = 32, 96
BLOCKS = COLUMNS // 32
TOKENS = current().tile_tokens
# largest error of an activation, as a part of the largest of its block
ROUNDING = {"int16": 0.5 / 32767, "int8": 0.5 / 127, "float": 0.0}

Address = Callable[[Array], int]
CASES = [("Q4_1", "int16"), ("Q4_1", "int8"), ("Q4_0", "int16"), ("Q4_0", "int8"), ("Q8_0", "int16"),
         ("F16", "int16"), ("BF16", "int16"), ("F32", "int16")]  # fmt: skip


@pytest.fixture(params=CASES, ids=" ".join)
def case(request: pytest.FixtureRequest) -> tuple[str, str]:
    found: tuple[str, str] = request.param
    return found


def packed_weights(format: str, layout: Layout, rng: np.random.Generator) -> tuple[Bytes, Floats]:
    drawn = rng.standard_normal((ROWS, COLUMNS)).astype(np.float32)
    if format == "BF16":
        data = (drawn.view(np.uint32) >> 16).astype(np.uint16).view(np.uint8).reshape(ROWS, -1)
    else:
        data = quantize(drawn, format)
    out = np.zeros((ROWS // 16, BLOCKS, layout.size), np.uint8)
    pack(data, format, layout, out)
    return out, to_floats(data, format)


def encoded(form: Form, x: Floats, tokens: int, at: Address) -> Bytes:
    """x: [n, columns] -> tiles of `tokens` tokens each."""
    tiles = np.zeros((len(x) // tokens, form.tile_bytes(blocks=BLOCKS, tokens=tokens)), np.uint8)
    for token, row in enumerate(x.copy()):
        ENCODERS[form.name](at(row), 0, BLOCKS, BLOCKS, at(tiles[token // tokens]), tokens, token % tokens)
    return tiles


def by_rows(layout: Layout, weights: Bytes, x: Floats, start: Floats, at: Address) -> Floats:
    found = np.zeros(ROWS, np.float32)
    tile = encoded(layout.form, x[None], 1, at)
    ROW_KERNELS[layout.name](at(weights), len(weights), BLOCKS, at(tile), at(start), at(found))
    return found


def by_tiles(layout: Layout, weights: Bytes, x: Floats, start: Floats, at: Address) -> Floats:
    tiles = encoded(layout.form, x, TOKENS, at)
    found = np.zeros((len(x), ROWS), np.float32)
    wide = np.zeros(BLOCKS * wide_bytes(layout.form), np.uint8)
    for group, rows in enumerate(weights):
        WIDENERS[layout.name](at(rows), BLOCKS, at(wide))
        offset = 64 * group
        TILE_KERNELS[layout.form.name](
            at(wide), BLOCKS, at(tiles), len(tiles), at(start) + offset, 0, at(found) + offset, ROWS * 4
        )
    return found


def bound(form: Form, weights: Floats, x: Floats) -> Floats:
    """Return how far a row's product may be off: each activation's rounding times its weight, float32's."""
    off = np.abs(x).reshape(-1, 32).max(1).repeat(32) * ROUNDING[form.name]
    limit: Floats = np.abs(weights) @ off + 5e-5
    return limit


def test_decode_and_prefill_agree(case: tuple[str, str], rng: np.random.Generator, at: Address) -> None:
    layout = layout_of(*case)
    weights, unpacked = packed_weights(case[0], layout, rng)
    x = rng.standard_normal((2 * TOKENS, COLUMNS)).astype(np.float32)
    start = rng.standard_normal(ROWS).astype(np.float32)
    alone = np.stack([by_rows(layout, weights, row, start, at) for row in x])
    for row, found in zip(x, alone, strict=True):
        assert (np.abs(found - (start + unpacked @ row)) <= bound(layout.form, unpacked, row)).all()
    together = by_tiles(layout, weights, x, start, at)
    if layout.form is FLOAT:
        # decode keeps two sums a row, prefill one
        np.testing.assert_allclose(together, alone, atol=5e-5)
    else:
        assert (together == alone).all()


def test_zeros_stay_zeros(case: tuple[str, str], rng: np.random.Generator, at: Address) -> None:
    layout = layout_of(*case)
    weights, _ = packed_weights(case[0], layout, rng)
    start = np.zeros(ROWS, np.float32)
    assert not by_rows(layout, weights, np.zeros(COLUMNS, np.float32), start, at).any()


def test_other_formats_become_floats() -> None:
    assert layout_of("Q6_K", "int16").name == layout_of("F32", "int8").name == "F32"


def test_bytes_take_int16_even_when_int8_is_asked_for() -> None:
    assert layout_of("Q8_0", "int8").form.name == "int16"
