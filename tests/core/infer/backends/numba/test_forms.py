"""Activations as integers: the same as numpy rounds them to, in the order in which weights come out."""

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.infer.arrays import Array
from drill.core.infer.backends.numba.forms import ENCODERS, INT8, INT16, Form

Address = Callable[[Array], int]


@pytest.mark.parametrize("form", [INT16, INT8], ids=lambda form: form.name)
def test_each_block_is_scaled_by_its_largest(form: Form, rng: np.random.Generator, at: Address) -> None:
    blocks, tokens, slot = 3, 4, 2
    x = (rng.standard_normal((blocks, 32)) * [[1e-3], [1], [1e4]]).astype(np.float32)
    tile = np.zeros(form.tile_bytes(blocks=blocks, tokens=tokens), np.uint8)
    ENCODERS[form.name](at(x), 0, blocks, blocks, at(tile), tokens, slot)
    values_end = blocks * tokens * form.size
    kind = np.int16 if form is INT16 else np.int8
    values = tile[:values_end].view(kind).reshape(blocks, tokens, 32)[:, slot]
    scales, sums = (
        tile[values_end : values_end + 8 * blocks * tokens].view(np.float32).reshape(2, blocks, tokens)
    )
    largest = np.abs(x).max(1, keepdims=True)
    integers = np.rint(x * (np.float32(form.limit) / largest)).astype(int)
    assert values.tolist() == integers[:, list(form.columns)].tolist()
    np.testing.assert_allclose(scales[:, slot], largest[:, 0] / form.limit, rtol=1e-6)
    np.testing.assert_allclose(sums[:, slot], scales[:, slot] * integers.sum(1), rtol=1e-6)


def test_only_the_blocks_that_were_asked_for(rng: np.random.Generator, at: Address) -> None:
    x = rng.standard_normal((4, 32)).astype(np.float32)
    whole, halves = (np.zeros(INT16.tile_bytes(blocks=4, tokens=1), np.uint8) for _ in range(2))
    ENCODERS["int16"](at(x), 0, 4, 4, at(whole), 1, 0)
    for first in (0, 2):
        ENCODERS["int16"](at(x), first, first + 2, 4, at(halves), 1, 0)
    assert (whole == halves).all()


@pytest.mark.parametrize("form", [INT16, INT8], ids=lambda form: form.name)
def test_each_column_has_one_place(form: Form) -> None:
    assert sorted(form.columns) == list(range(32))


def test_tiny_blocks_count_as_zero(at: Address) -> None:
    x = np.full(32, 1e-38, np.float32)
    tile = np.ones(INT16.tile_bytes(blocks=1, tokens=1), np.uint8)
    ENCODERS["int16"](at(x), 0, 1, 1, at(tile), 1, 0)
    assert not tile[:64].any()


@pytest.mark.parametrize("form", [INT16, INT8], ids=lambda form: form.name)
@pytest.mark.parametrize("number", [np.nan, -np.nan, np.inf, -np.inf])
def test_what_is_no_number_becomes_the_scale(form: Form, number: float, at: Address) -> None:
    for column in range(32):
        x = np.ones((2, 32), np.float32)
        x[0, column] = number
        tile = np.zeros(form.tile_bytes(blocks=2, tokens=1), np.uint8)
        ENCODERS[form.name](at(x), 0, 2, 2, at(tile), 1, 0)
        scales, sums = tile[2 * form.size : 2 * form.size + 16].view(np.float32).reshape(2, 2)
        assert np.isfinite([scales, sums]).tolist() == [[False, True]] * 2


def test_a_tile_is_whole_cache_lines() -> None:
    assert [INT16.tile_bytes(blocks=blocks, tokens=4) for blocks in (1, 2, 3)] == [320, 576, 896]
