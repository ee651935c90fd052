"""The plain algorithms one by one, and the wrong rules beside the right ones on data that tells them apart.

Pitfalls 87 and 89. On uniform data all of them look fine.
"""

from collections.abc import Callable, Iterable
from itertools import islice

import numpy as np
import pytest

from drill.core.infer.arrays import Array, Floats
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.graph import Graph
from drill.core.vectors.hnsw import Beam, Near, PlainHnsw, batches
from drill.core.vectors.hnsw_index import HnswIndex
from drill.core.vectors.lanes import padded
from drill.core.vectors.recall import recall
from drill.core.vectors.space import Space


def line(*places: float, M: int = 4, ef_construction: int = 20, one_by_one: bool = True) -> PlainHnsw:
    """Return a graph of points on a line, all on layer 0."""
    rows = padded(np.array(places, np.float32)[:, None])
    plain = PlainHnsw(Space(1, "l2"), Graph(M), ef_construction)
    plain.space.append(rows)
    nodes = plain.graph.grow(np.zeros(len(places), np.uint8))
    for node in nodes:
        if one_by_one:
            plain.insert_batch(range(node, node + 1))
    return plain


def at(place: float) -> Floats:
    row: Floats = padded(np.array([[place]], np.float32))[0]
    return row


def test_a_candidate_that_a_kept_one_covers_is_left_out() -> None:
    plain = line(0, 1, 1.5, -2)
    candidates = [Near(1, 1), Near(2.25, 2), Near(4, 3)]
    # 1.5 is nearer to 1 than to 0; -2 lies the other way
    assert plain.select_neighbors_heuristic(candidates, 4) == [Near(1, 1), Near(4, 3)]
    assert plain.select_neighbors_heuristic(candidates, 1) == [Near(1, 1)]


def test_at_equal_distances_copies_cover_each_other() -> None:
    plain = line(0, 1, 1, 1)
    assert plain.select_neighbors_heuristic([Near(1, 1), Near(1, 2), Near(1, 3)], 4) == [Near(1, 1)]
    # at distance 0 no copy is nearer to the kept one than to the node
    plain = line(5, 5, 5, 5)
    assert plain.select_neighbors_heuristic([Near(0, 1), Near(0, 2), Near(0, 3)], 4) == [Near(0, 1)]
    # as far from the kept one as from the node, but further than the kept one: it stays
    plain = line(0, 1, 2)
    assert len(plain.select_neighbors_heuristic([Near(1, 0), Near(1, 2)], 4)) == 2


def test_search_layer_walks_to_the_nearest() -> None:
    plain = line(*range(20))
    beam = plain.search_layer(at(17.2), Near(17.2**2, 0), 3, 0)
    assert [near.node for near in beam.nearest] == [17, 18, 16]
    assert beam.nearest == sorted(beam.nearest)
    assert beam.visited <= 20


def test_an_entry_that_is_not_allowed_does_not_bound_the_beam() -> None:
    """Pitfall 90: the entry is the very nearest, but may not be returned."""
    plain = line(*range(20))
    allowed = np.zeros(20, np.uint8)
    allowed[[15, 19]] = 1
    beam = plain.search_layer(at(0), Near(0, 0), 1, 0, allowed)
    assert [near.node for near in beam.nearest] == [15]


def test_links_go_both_ways_until_pruned() -> None:
    plain = line(0, 10, 20)
    assert [plain.graph.neighbors(node, 0) for node in range(3)] == [[1], [0, 2], [1]]


def test_links_back_are_pruned_by_the_same_heuristic() -> None:
    """Pitfall 87: a full row of near ones must not keep out the only one that lies the other way."""
    plain = line(0, 1, 1.1, 1.2, 1.3, -2, M=2)
    plain.graph.link(0, 0, [1, 2, 3, 4])
    plain._link_back(0, Near(4, 5), 0)
    assert plain.graph.neighbors(0, 0) == [1, 5]


def test_a_batch_sees_its_own_mates() -> None:
    plain = line(*range(10), one_by_one=False)
    plain.insert_batch(range(10))
    assert [near.node for near in plain.knn_search(at(6.1), 3, 5, None).nearest] == [6, 7, 5]


def test_batches_cut_a_range() -> None:
    assert list(batches(range(10, 140))) == [range(10, 74), range(74, 138), range(138, 140)]
    assert not list(batches(range(5, 5)))


def test_an_empty_graph_finds_nothing() -> None:
    assert line().knn_search(at(0), 1, 1, None) == Beam([], 0)


class NearestOnly(PlainHnsw):
    """Pitfall 87: the M nearest, whatever covers them."""

    def select_neighbors_heuristic(self, candidates: Iterable[Near], count: int) -> list[Near]:
        return list(islice(candidates, count))


class StopOnBest(PlainHnsw):
    """Pitfall 89: stops when a candidate is no nearer than the best so far."""

    def search_layer(
        self, query: Floats, entry: Near, ef: int, level: int, allowed: Array | None = None
    ) -> Beam:
        beam, last = super().search_layer(query, entry, 1, level, allowed), entry
        while beam.nearest[0] < last:
            last = beam.nearest[0]
            beam = super().search_layer(query, last, 1, level, allowed)
        around = self.graph.neighbors(last.node, level)
        return Beam(sorted([last, *map(Near, self.space.keys(query, around), around)])[:ef], beam.visited)


class OneCapacity(Graph):
    """M0 = M."""

    def capacity(self, level: int) -> int:
        return self.M


def recalls(
    rows: Floats, M: int, plain: type[PlainHnsw] = PlainHnsw, graph: type[Graph] = Graph
) -> list[float]:
    """Return recall@10 at ef 10 and 32 of an index whose rules are these."""
    index = HnswIndex(rows.shape[1], M=M, ef_construction=30, engine="python")
    index.graph = graph(M)
    index.engine = plain(index.space, index.graph, 30)
    index.add(np.arange(len(rows)), rows)
    exact = FlatIndex(rows.shape[1])
    exact.add(np.arange(len(rows)), rows)
    queries = rows[::10] + np.float32(0.03)
    truth = exact.search(queries, 10, float64=True)
    return [recall(index.search(queries, 10, ef=ef), truth) for ef in (10, 32)]


@pytest.fixture(scope="module")
def islands(clustered: Callable[..., Floats]) -> Floats:
    return clustered(360, 8, 18)


@pytest.fixture(scope="module")
def right(islands: Floats) -> list[float]:
    found = recalls(islands, 6)
    assert min(found) > 0.95
    return found


def test_nearest_only_loses_whole_clusters(islands: Floats, right: list[float]) -> None:
    wrong = recalls(islands, 6, plain=NearestOnly)
    assert wrong[0] < right[0] - 0.2
    assert wrong[1] < right[1] - 0.1


def test_stop_on_best_loses_neighbors(islands: Floats, right: list[float]) -> None:
    wrong = recalls(islands, 6, plain=StopOnBest)
    assert wrong[0] < right[0] - 0.1
    assert wrong[1] < right[1] - 0.1


def test_layer_0_needs_twice_m(clustered: Callable[..., Floats]) -> None:
    rows = clustered(300, 16, 6)
    right, wrong = recalls(rows, 4), recalls(rows, 4, graph=OneCapacity)
    assert wrong[0] < right[0] - 0.05
