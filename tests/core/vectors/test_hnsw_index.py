"""HNSW under the common interface, by each engine: quality, the graph's shape, ids, copies, filters.

Leaves out that the engines agree (hnsw_numba/test_engine.py).
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from drill.core.errors import InputError, MissingError
from drill.core.infer.arrays import Floats
from drill.core.vectors import hnsw_index
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.graph import Graph
from drill.core.vectors.hnsw_index import EngineName, HnswIndex
from drill.core.vectors.index import Found
from drill.core.vectors.metrics import METRICS, Metric
from drill.core.vectors.recall import recall

Make = Callable[..., HnswIndex]


class Built(NamedTuple):
    hnsw: HnswIndex
    exact: FlatIndex
    rows: Floats


@pytest.fixture(scope="module")
def built(engine: EngineName, clustered: Callable[..., Floats]) -> Built:
    """400 clustered vectors, in the order of clusters; nobody may change it."""
    rows = clustered(400, 12, 14)
    index, exact = HnswIndex(12, M=6, ef_construction=40, engine=engine), FlatIndex(12)
    for one in (index, exact):
        one.add(np.arange(400), rows)
    return Built(index, exact, rows)


def reachable(graph: Graph) -> float:
    """Return the share of nodes that links of layer 0 lead to from the entry."""
    seen, waiting = {graph.entry}, [graph.entry]
    while waiting:
        new = [node for node in graph.neighbors(waiting.pop(), 0) if node not in seen]
        seen.update(new)
        waiting += new
    return len(seen) / graph.nodes


def test_recall_rises_with_ef(built: Built) -> None:
    queries = built.rows[::5] + np.float32(0.02)
    truth = built.exact.search(queries, 10, float64=True)
    found = [built.hnsw.search(queries, 10, ef=ef) for ef in (10, 20, 40, 80, 160)]
    recalls = [recall(each, truth) for each in found]
    assert recalls == sorted(recalls)
    assert recalls[0] > 0.9
    assert recalls[-1] > 0.99
    visits = [each.visited.mean() for each in found]
    assert visits == sorted(visits)


def test_distances_are_those_of_the_vectors(built: Built) -> None:
    found = built.hnsw.search(built.rows[:20], 5)
    expected = np.square(built.rows[found.ids] - built.rows[:20, None]).sum(axis=2)
    np.testing.assert_allclose(found.distances, expected, rtol=1e-4, atol=1e-6)
    assert (np.diff(found.distances, axis=1) >= 0).all()


def test_pitfall_88_degrees_and_links(built: Built) -> None:
    graph = built.hnsw.graph
    assert graph.top >= 1
    for node in range(graph.nodes):
        for level in range(graph.levels[node] + 1):
            linked = graph.neighbors(node, level)
            assert len(linked) <= graph.capacity(level)
            assert node not in linked
            assert len(set(linked)) == len(linked)
            assert all(graph.levels[other] >= level for other in linked)


def test_pitfall_88_nearly_all_can_be_reached(built: Built) -> None:
    assert reachable(built.hnsw.graph) >= 0.99


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric(metric: Metric, make: Make, rng: np.random.Generator) -> None:
    rows = rng.standard_normal((200, 20)).astype(np.float32)
    index, exact = make(20, metric), FlatIndex(20, metric)
    for one in (index, exact):
        one.add(np.arange(200), rows)
    queries = rng.standard_normal((20, 20)).astype(np.float32)
    found, truth = index.search(queries, 5, ef=100), exact.search(queries, 5, float64=True)
    assert recall(found, truth) > 0.95
    hits = found.ids == truth.ids
    np.testing.assert_allclose(found.distances[hits], truth.distances[hits], rtol=1e-4, atol=1e-5)


def test_case_59_k_above_the_number_of_points(make: Make) -> None:
    index = make(1)
    assert index.search([[0]], 1).ids.tolist() == [[-1]]
    index.add(range(5), np.arange(5)[:, None])
    found = index.search([[0]], 10)
    assert found.ids.tolist() == [[0, 1, 2, 3, 4, -1, -1, -1, -1, -1]]
    assert np.isinf(found.distances[0, 5:]).all()
    assert found.counts.tolist() == [5]


def test_case_60_a_filter_that_one_passes(make: Make) -> None:
    index = make(1)
    index.add(range(10), np.arange(10)[:, None])
    found = index.search([[0]], 2, filter=[9])
    assert (found.ids.tolist(), found.distances[0, 0]) == ([[9, -1]], 81)


@pytest.mark.parametrize("rows", [[[0, 0, 0]], [[1e-20, 1e-20, 1e-20]]])
def test_case_64_zero_and_tiny_vectors_under_cosine(rows: list[list[float]], make: Make) -> None:
    index = make(3, "cosine")
    index.add([1, 2, 3], [[1, 2, 3], [-1, 0, 0], [0, 0, 0]])
    index.add([4], rows)
    found = index.search(np.array([*rows, [0, 0, 0], [5, 5, 5]]), 4)
    assert np.isfinite(found.distances).all()
    assert ((found.distances >= 0) & (found.distances <= 2)).all()
    assert found.distances[1].tolist() == [1] * 4
    assert found.distances[2, found.ids[2] == 3] == 1


def test_case_65_what_is_refused(make: Make) -> None:
    index = make(16)
    index.add([0], np.zeros((1, 16)))
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: index.search(np.zeros(15), 1), "query has 15 dimensions, the index has 16"),
        (lambda: index.search(np.full(16, np.nan), 1), "NaN"),
        (lambda: index.search(np.zeros(16), 0), "k is 0"),
        (lambda: index.search(np.zeros(16), 5, ef=4), "ef is 4, k is 5"),
        (lambda: index.add([1], np.full((1, 16), np.nan)), "NaN"),
        (lambda: index.add([1, 1], np.zeros((2, 16))), "id 1 is given twice"),
        (lambda: index.remove([7]), "id 7 is not in the index"),
    ]  # fmt: skip
    for call, message in refused:
        with pytest.raises(InputError, match=message):
            call()
    assert index.all_ids().tolist() == [0]
    assert index.search(np.zeros(16), 1).ids.tolist() == [[0]]
    assert index.search(np.zeros(16, np.float64), 1).ids.tolist() == [[0]]


@pytest.mark.parametrize(
    "options",
    [{"M": 1}, {"M": 10**6}, {"ef_construction": 0}, {"seed": -1}, {"threads": 0}, {"metric": "l1"}],
)
def test_options_out_of_range(options: dict[str, Any]) -> None:
    """Pitfall 86: ln(1) is 0, so M = 1 has no levels."""
    with pytest.raises(InputError):
        HnswIndex(3, engine="python", **options)


def test_candidates_without_end_take_no_room(make: Make, rng: np.random.Generator) -> None:
    rows = rng.standard_normal((70, 3)).astype(np.float32)
    graphs = []
    for ef_construction in (70, 10**13):
        index = make(3, ef_construction=ef_construction)
        index.add(np.arange(70), rows)
        graphs.append(index.graph.base[:70].tolist())
    assert graphs[0] == graphs[1]


def test_an_engine_that_is_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hnsw_index, "find_spec", lambda _: None)
    with pytest.raises(MissingError, match="numba is not installed"):
        HnswIndex(3, engine="numba")
    assert type(HnswIndex(3).engine).__name__ == "PlainHnsw"


@pytest.mark.parametrize("passing", [0, 1, 9, 10, 40, 400])
def test_pitfall_91_filters_of_any_size(passing: int, built: Built, rng: np.random.Generator) -> None:
    """0, 1, k - 1, k, a tenth, all of them."""
    allowed = rng.permutation(400)[:passing]
    queries = built.rows[::40] + np.float32(0.02)
    found = built.hnsw.search(queries, 10, ef=60, filter=allowed)
    truth = built.exact.search(queries, 10, filter=allowed, float64=True)
    assert found.counts.tolist() == truth.counts.tolist()
    assert set(found.ids[found.ids >= 0].tolist()) <= set(allowed.tolist())
    assert recall(found, truth) > 0.97


def test_pitfall_91_a_filter_that_is_far_from_the_query(built: Built) -> None:
    """Correlated filters are the hard case: what passes lies in another cluster than the query."""
    allowed = np.arange(370, 400)
    found = built.hnsw.search(built.rows[:5], 10, ef=60, filter=allowed)
    truth = built.exact.search(built.rows[:5], 10, filter=allowed, float64=True)
    assert recall(found, truth) > 0.97
    assert (found.visited > built.hnsw.search(built.rows[:5], 10, ef=60).visited).all()


def test_a_filter_of_all_is_no_filter(built: Built) -> None:
    def same(one: Found, other: Found) -> bool:
        return np.array_equal(one.ids, other.ids) and np.array_equal(one.distances, other.distances)

    queries = built.rows[::20]
    assert same(
        built.hnsw.search(queries, 5, ef=20), built.hnsw.search(queries, 5, ef=20, filter=np.arange(400))
    )


def test_adding_in_pieces_finds_as_well(make: Make, clustered: Callable[..., Floats]) -> None:
    rows = clustered(150, 8, 5)
    index, exact = make(8), FlatIndex(8)
    exact.add(np.arange(150), rows)
    for start in range(0, 150, 7):
        index.add(np.arange(start, min(start + 7, 150)), rows[start : start + 7])
    truth = exact.search(rows, 10, float64=True)
    assert recall(index.search(rows, 10, ef=40), truth) > 0.97
    assert reachable(index.graph) >= 0.99


def test_memory_a_vector_is_that_of_the_formula(make: Make, rng: np.random.Generator) -> None:
    """4d + 8M bytes, the id and the layers above, within a tenth."""
    count = 2000
    index = make(128, M=16, ef_construction=16)
    if index.engine.__class__.__name__ == "PlainHnsw":
        pytest.skip("the arrays are the same")
    index.add(np.arange(count), rng.standard_normal((count, 128)).astype(np.float32))
    graph, labels = index.graph, index.labels
    arrays = [index.space.rows, graph.base, graph.upper, graph.levels, graph.offsets, labels.first]
    lookups = [
        array for lookup in (labels._node_of, index._node_like) for array in (lookup._keys, lookup._places)
    ]
    held = sum(array.nbytes for array in arrays + lookups)
    assert held / count < 1.1 * (4 * 128 + 8 * 16 + 8 + graph.upper_rows * 4 * 16 / count)
