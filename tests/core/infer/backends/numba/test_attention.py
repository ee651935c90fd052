"""Attention over the half-float cache against softmax written out, for every count of heads at once.

What lies in the cache beyond the last position is NaN here: none of it may leak.
"""

import itertools
from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.infer.arrays import Array, Floats
from drill.core.infer.backends.numba.attention import ATTEND, heads_at_once, merge, store_kv
from drill.core.infer.ops.softmax import softmax

DIMS, ROOM, KV_HEADS = 32, 96, 2


def written_out(q: Floats, k: Floats, v: Floats) -> Floats:
    """q: [heads, d], k, v: [positions, d] -> [heads, d]."""
    halves = (side.astype(np.float16).astype(np.float32) for side in (k, v))
    keys, values = halves
    out: Floats = softmax(q @ keys.T) @ values
    return out


@pytest.mark.parametrize("heads", ATTEND)
@pytest.mark.parametrize("count", [1, 16, 17, 95])
def test_any_split_of_the_positions(
    heads: int, count: int, rng: np.random.Generator, at: Callable[[Array], int]
) -> None:
    q = rng.standard_normal((heads, DIMS)).astype(np.float32)
    k, v = rng.standard_normal((2, count, KV_HEADS, DIMS)).astype(np.float32)
    keys, values = (np.full(KV_HEADS * ROOM * DIMS, np.nan, np.float16) for _ in range(2))
    for position in range(count):
        new_key, new_value = k[position].copy(), v[position].copy()
        store_kv(at(new_key), at(new_value), KV_HEADS, DIMS, ROOM, position, at(keys), at(values))
    scores = np.zeros(heads * ROOM, np.float32)
    second_head = ROOM * DIMS * 2
    for inner in ([], [16], [16, 48]):
        cuts = [0, *(cut for cut in inner if cut < count), count]
        spans = list(itertools.pairwise(cuts))
        parts = np.zeros((len(spans), heads, DIMS + 16), np.float32)
        for part, (first, last) in zip(parts, spans, strict=True):
            places = at(keys) + second_head, at(values) + second_head
            ATTEND[heads](at(q), *places, first, last, ROOM, DIMS, at(scores), at(part))
        found = np.zeros_like(q)
        merge(at(parts), len(spans), heads, DIMS, at(found))
        np.testing.assert_allclose(found, written_out(q, k[:, 1], v[:, 1]), atol=2e-5)


def test_groups_are_cut_evenly() -> None:
    assert [heads_at_once(group) for group in (1, 2, 3, 4, 5, 6, 7, 8, 12)] == [1, 2, 3, 4, 1, 3, 1, 4, 4]
