"""Distances against lanes.py: the same bits; and packed pairs against Python's order."""

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.infer.backends.numba.jit import njit
from drill.core.vectors.hnsw_numba.beam import key_in, node_in, packed
from drill.core.vectors.hnsw_numba.kernels import minus_dot, squared_l2
from drill.core.vectors.lanes import minus_dot as plain_minus_dot
from drill.core.vectors.lanes import padded
from drill.core.vectors.lanes import squared_l2 as plain_squared_l2


@njit  # type: ignore[untyped-decorator]
def both(left: int, right: int, blocks: int) -> tuple[float, float]:
    return squared_l2(left, right, blocks), minus_dot(left, right, blocks)


@pytest.mark.parametrize("dimension", [1, 16, 20, 48, 100, 128, 768])
def test_the_same_bits(dimension: int, rng: np.random.Generator) -> None:
    rows = padded(rng.standard_normal((40, dimension)).astype(np.float32))
    for row in rows:
        found = both(row.ctypes.data, rows[0].ctypes.data, rows.shape[1] // 16)
        assert found == (plain_squared_l2(row[None], rows[0])[0], plain_minus_dot(row[None], rows[0])[0])


@njit  # type: ignore[untyped-decorator]
def round_trip(key: float, node: int) -> tuple[int, float, int]:
    pair = packed(np.float32(key), node)
    return pair, key_in(pair | 1), node_in(pair | 1)


def test_packed_pairs_sort_as_pairs() -> None:
    keys = [-np.inf, -3e38, -2.5, -1.0, -1e-40, 0.0, 1e-40, 1.0, 2.5, 3e38, np.inf]
    nodes = [0, 1, 2**31 - 1]
    pairs = [(np.float32(key), node) for key in keys for node in nodes]
    packed_pairs = []
    for key, node in pairs:
        pair, back, same = round_trip(key, node)
        assert (back, same) == (key, node)
        packed_pairs.append(pair)
    assert packed_pairs == sorted(packed_pairs)


def test_minus_zero_is_zero() -> None:
    assert round_trip(-0.0, 1)[0] == round_trip(0.0, 1)[0]
