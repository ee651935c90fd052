"""The compiled engine against the plain one: the same levels, links and answers, bit for bit."""

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.infer.arrays import Floats
from drill.core.vectors.hnsw_index import HnswIndex
from drill.core.vectors.index import Found
from drill.core.vectors.metrics import METRICS, Metric

ARRAYS = ("levels", "offsets", "base", "upper")


def pair(dimension: int, metric: Metric = "l2", *, M: int = 5, ef_construction: int = 24) -> list[HnswIndex]:
    return [
        HnswIndex(dimension, metric, M=M, ef_construction=ef_construction, seed=3, engine="python"),
        HnswIndex(dimension, metric, M=M, ef_construction=ef_construction, seed=3, engine="numba"),
    ]


def assert_same_graph(one: HnswIndex, other: HnswIndex) -> None:
    assert (one.graph.entry, one.graph.top) == (other.graph.entry, other.graph.top)
    assert one.graph.upper_rows == other.graph.upper_rows
    for name in ARRAYS:
        # what lies behind is room to grow
        used = one.graph.upper_rows if name == "upper" else one.graph.nodes
        assert np.array_equal(getattr(one.graph, name)[:used], getattr(other.graph, name)[:used]), name


def assert_same_found(one: Found, other: Found) -> None:
    assert np.array_equal(one.ids, other.ids)
    assert np.array_equal(one.distances, other.distances)
    assert np.array_equal(one.visited, other.visited)


@pytest.mark.parametrize(("metric", "dimension"), [("l2", 24), ("ip", 40), ("cosine", 8), ("l2", 1)])
def test_twins(metric: Metric, dimension: int, clustered: Callable[..., Floats]) -> None:
    rows = clustered(180, dimension, 8, spread=0.5)
    plain, fast = pair(dimension, metric)
    for index in (plain, fast):
        index.add(np.arange(180), rows)
    assert_same_graph(plain, fast)
    assert plain.graph.top >= 1
    queries = rows[::10] + np.float32(0.1)
    for ef in (3, 17, 400):
        assert_same_found(plain.search(queries, 3, ef=ef), fast.search(queries, 3, ef=ef))
    for allowed in ([7], np.arange(0, 180, 3), np.arange(180)):
        assert_same_found(
            plain.search(queries, 5, ef=20, filter=allowed), fast.search(queries, 5, ef=20, filter=allowed)
        )


def test_twins_where_many_distances_are_equal(rng: np.random.Generator) -> None:
    """A grid of whole numbers with copies: every tie rule counts."""
    rows = rng.integers(0, 4, (240, 3)).astype(np.float32)
    plain, fast = pair(3, M=3, ef_construction=10)
    for index in (plain, fast):
        index.add(np.arange(100), rows[:100])
        index.remove(np.arange(0, 100, 4))
        index.add(np.arange(100, 240), rows[100:])
    assert_same_graph(plain, fast)
    assert_same_found(plain.search(rows, 6, ef=9), fast.search(rows, 6, ef=9))


def test_twins_when_vectors_come_one_by_one(rng: np.random.Generator) -> None:
    """What the compiled engine remembers of links lasts for one call; without it the links are the same."""
    rows = rng.standard_normal((90, 6)).astype(np.float32)
    plain, fast = pair(6, M=3, ef_construction=12)
    for index in (plain, fast):
        index.add(np.arange(60), rows[:60])
        for number in range(60, 90):
            index.add([number], rows[number])
    assert_same_graph(plain, fast)


@pytest.mark.parametrize("metric", METRICS)
def test_any_number_of_threads_gives_the_same(metric: Metric, clustered: Callable[..., Floats]) -> None:
    rows = clustered(1000, 24, 30)
    found: list[tuple[HnswIndex, Found, Found]] = []
    for threads in (1, 2, 5):
        index = HnswIndex(24, metric, M=8, ef_construction=40, engine="numba", threads=threads)
        index.add(np.arange(1000), rows)
        some = np.arange(0, 1000, 5)
        found.append((index, index.search(rows[:77], 5), index.search(rows[:77], 5, filter=some)))
    for index, free, filtered in found[1:]:
        assert_same_graph(found[0][0], index)
        assert_same_found(found[0][1], free)
        assert_same_found(found[0][2], filtered)


def test_more_threads_than_work() -> None:
    index = HnswIndex(2, engine="numba", threads=8)
    index.add([1, 2, 3], [[0, 0], [1, 1], [2, 2]])
    assert index.search([[0, 0]], 2).ids.tolist() == [[1, 2]]
    assert index.search(np.empty((0, 2)), 2).ids.shape == (0, 2)


def test_marks_of_visits_last_for_more_than_255_searches(rng: np.random.Generator) -> None:
    rows = rng.standard_normal((100, 4)).astype(np.float32)
    plain, fast = pair(4)
    for index in (plain, fast):
        index.add(np.arange(100), rows)
    queries = rng.standard_normal((300, 4)).astype(np.float32)
    assert_same_found(plain.search(queries, 3, ef=5), fast.search(queries, 3, ef=5))
