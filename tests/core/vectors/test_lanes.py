"""The order of summation against a loop that adds float32 by float32, and rows on cache lines."""

import numpy as np
import pytest

from drill.core.infer.arrays import Floats
from drill.core.vectors.lanes import LINE, aligned_rows, minus_dot, padded, padded_width, squared_l2


def looped(terms: list[np.float32]) -> np.float32:
    lanes = {0: [np.float32(0)] * 16, 1: [np.float32(0)] * 16}
    for place, term in enumerate(terms):
        row = lanes[place // 16 % 2]
        row[place % 16] = row[place % 16] + term
    sums = [even + odd for even, odd in zip(lanes[0], lanes[1], strict=True)]
    while len(sums) > 1:
        sums = [low + high for low, high in zip(sums[: len(sums) // 2], sums[len(sums) // 2 :], strict=True)]
    return sums[0]


@pytest.mark.parametrize("dimension", [1, 15, 16, 17, 32, 100, 384])
def test_sums_have_the_bits_of_a_loop(dimension: int, rng: np.random.Generator) -> None:
    rows = padded(rng.standard_normal((3, dimension)).astype(np.float32))
    query = padded(rng.standard_normal((1, dimension)).astype(np.float32))[0]
    for row, distance, product in zip(rows, squared_l2(rows, query), minus_dot(rows, query), strict=True):
        assert distance == looped(list((row - query) * (row - query)))
        assert product == -looped(list(row * query))


def test_distances_are_near_the_true_ones(rng: np.random.Generator) -> None:
    rows = rng.standard_normal((20, 100)).astype(np.float32)
    found = squared_l2(padded(rows), padded(rows[:1])[0])
    np.testing.assert_allclose(found, np.square(rows.astype(float) - rows[0]).sum(axis=1), rtol=1e-6)


def test_one_row_and_no_row() -> None:
    one = padded(np.ones((1, 3), np.float32))
    assert squared_l2(one, 0 * one[0]).tolist() == [3]
    assert squared_l2(one[:0], one[0]).tolist() == []


@pytest.mark.parametrize(("dimension", "width"), [(1, 16), (16, 16), (17, 32), (768, 768)])
def test_rows_are_padded_with_zeros(dimension: int, width: int) -> None:
    assert padded_width(dimension) == width
    rows: Floats = padded(np.ones((2, dimension), np.float32))
    assert rows.shape == (2, width)
    assert rows.sum(axis=1).tolist() == [dimension] * 2


@pytest.mark.parametrize("count", [0, 1, 5])
def test_rows_start_on_cache_lines(count: int) -> None:
    rows = aligned_rows(count, 48)
    assert rows.shape == (count, 48)
    assert count == 0 or rows.ctypes.data % LINE == 0
    assert rows.flags.c_contiguous
