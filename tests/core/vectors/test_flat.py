"""Exact search against a float64 loop, and against faiss where it is."""

import numpy as np
import pytest
from numpy.typing import ArrayLike

from drill.core.errors import InputError
from drill.core.infer.arrays import Floats, Ints
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.metrics import METRICS, Metric


def looped(rows: Floats, ids: Ints, queries: Floats, k: int, metric: Metric) -> list[list[int]]:
    """Sort by distances that are summed number by number in Python's floats."""
    found = []
    for query in queries.tolist():
        keyed = []
        for label, row in zip(ids.tolist(), rows.tolist(), strict=True):
            dot = sum(x * y for x, y in zip(row, query, strict=True))
            square = sum((x - y) ** 2 for x, y in zip(row, query, strict=True))
            length = sum(x * x for x in row) ** 0.5
            keyed.append(({"l2": square, "ip": -dot, "cosine": -dot / length}[metric], label))
        found.append([label for _, label in sorted(keyed)[:k]])
    return found


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("float64", [False, True])
def test_like_a_loop(metric: Metric, float64: bool, rng: np.random.Generator) -> None:
    rows, queries = (
        rng.standard_normal((300, 12)).astype(np.float32),
        rng.standard_normal((9, 12)).astype(np.float32),
    )
    ids = rng.permutation(1000)[:300]
    index = FlatIndex(12, metric)
    index.add(ids, rows)
    found = index.search(queries, 7, float64=float64)
    assert found.ids.tolist() == looped(rows, ids, queries, 7, metric)
    assert (np.diff(found.distances, axis=1) >= 0).all()
    assert found.visited.tolist() == [300] * 9


def test_what_float32_can_not_tell_apart(rng: np.random.Generator) -> None:
    """Far from the origin |x|^2 - 2 x.q + |q|^2 has no digits left; the answer has them all."""
    rows = (1000 + 1e-2 * rng.standard_normal((400, 16))).astype(np.float32)
    queries = rows[:20] + np.float32(1e-3)
    index = FlatIndex(16)
    index.add(np.arange(400), rows)
    fast, slow = index.search(queries, 10), index.search(queries, 10, float64=True)
    assert np.array_equal(fast.ids, slow.ids)
    assert np.array_equal(fast.distances, slow.distances)
    rough = np.square(rows).sum(axis=1) - 2 * queries @ rows.T
    assert not np.array_equal(np.argsort(rough, axis=1)[:, :10], slow.ids)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("size", [1e-19, 1e-21, 1e-22, 1e-23, 1e-30])
def test_products_that_are_no_normal_float32(metric: Metric, size: float, rng: np.random.Generator) -> None:
    """Below 1e-38 a product loses digits one by one, and is 0 below 1e-45."""
    rows = (size * rng.standard_normal((300, 8))).astype(np.float32)
    queries = (size * rng.standard_normal((30, 8))).astype(np.float32)
    index = FlatIndex(8, metric)
    index.add(np.arange(300), rows)
    assert np.array_equal(index.search(queries, 5).ids, index.search(queries, 5, float64=True).ids)


def test_of_equal_ones_the_smaller_id() -> None:
    index = FlatIndex(2)
    index.add(np.arange(50)[::-1], np.ones((50, 2)))
    assert index.search(np.zeros((1, 2)), 4).ids.tolist() == [[0, 1, 2, 3]]


def test_queries_in_blocks_give_what_single_ones_give(
    rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = rng.standard_normal((100, 8)).astype(np.float32)
    index = FlatIndex(8)
    index.add(np.arange(100), rows)
    whole = index.search(rows, 5)
    monkeypatch.setattr("drill.core.vectors.flat.BLOCK", 300)
    assert np.array_equal(index.search(rows, 5).ids, whole.ids)


@pytest.mark.parametrize("metric", ["l2", "ip"])
def test_like_faiss(metric: Metric, rng: np.random.Generator) -> None:
    faiss = pytest.importorskip("faiss")
    rows, queries = (
        rng.standard_normal((2000, 32)).astype(np.float32),
        rng.standard_normal((50, 32)).astype(np.float32),
    )
    peer = faiss.IndexFlatL2(32) if metric == "l2" else faiss.IndexFlatIP(32)
    peer.add(rows)
    index = FlatIndex(32, metric)
    index.add(np.arange(2000), rows)
    distances, ids = peer.search(queries, 10)
    found = index.search(queries, 10)
    assert np.array_equal(found.ids, ids)
    np.testing.assert_allclose(found.distances, distances if metric == "l2" else -distances, rtol=1e-4)


def test_adding_removing_replacing() -> None:
    index = FlatIndex(1)
    index.add([3, 1], [[3], [1]])
    index.add([2, 3], [[2], [9]])
    assert len(index) == 3
    assert index.all_ids().tolist() == [1, 2, 3]
    assert index.rows_of(np.array([3, 1])).tolist() == [[9], [1]]
    index.remove(2)
    assert index.search([[2]], 5).ids.tolist() == [[1, 3, -1, -1, -1]]
    with pytest.raises(InputError, match="id 2 is not in the index"):
        index.remove([1, 2])
    assert len(index) == 2


@pytest.mark.parametrize(
    ("allowed", "ids"), [([], []), ([7], [7]), ([0, 7, 99], [0, 7]), (range(10), [5, 4, 6])]
)
def test_filters(allowed: ArrayLike, ids: list[int]) -> None:
    index = FlatIndex(1)
    index.add(range(10), np.arange(10)[:, None])
    found = index.search([[5]], 3, filter=list(allowed))  # type: ignore[arg-type]
    assert sorted(found.ids[0, : len(ids)]) == sorted(ids)
    assert found.counts.tolist() == [len(ids)]
    assert np.isinf(found.distances[0, len(ids) :]).all()


def test_nothing_is_found_in_an_empty_index() -> None:
    found = FlatIndex(3).search(np.zeros((2, 3)), 2)
    assert found.ids.tolist() == [[-1, -1]] * 2
    assert found.counts.tolist() == [0, 0]
