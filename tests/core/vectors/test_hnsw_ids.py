"""Ids over a graph, by each engine: copies, removal, ids that are used again; pitfall 90, case 62."""

from collections.abc import Callable

import numpy as np
import pytest

from drill.core.infer.arrays import Floats
from drill.core.vectors import hnsw_index
from drill.core.vectors.hnsw_index import HnswIndex

Make = Callable[..., HnswIndex]


@pytest.mark.parametrize("copies_first", [True, False])
def test_case_62_a_thousand_copies_hide_nobody(
    copies_first: bool, make: Make, rng: np.random.Generator
) -> None:
    others = rng.standard_normal((200, 32)).astype(np.float32)
    copies = np.tile(rng.standard_normal((1, 32)).astype(np.float32), (1000, 1))
    index = make(32, M=16)
    rows = [copies, others] if copies_first else [others, copies]
    first = 1000 if copies_first else 0
    index.add(np.arange(1200), np.concatenate(rows))
    assert index.graph.nodes == 201
    found = index.search(others, 1, ef=50)
    assert found.ids[:, 0].tolist() == list(range(first, first + 200))
    of_copies = index.search(copies[:1], 1100, ef=1100)
    assert of_copies.counts.tolist() == [1100]
    assert np.count_nonzero(of_copies.distances == 0) == 1000


def test_vectors_that_share_a_fingerprint_stay_apart(
    make: Make, rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hnsw_index, "fingerprints", lambda rows: np.zeros(len(rows), np.int64))
    rows = rng.standard_normal((40, 4)).astype(np.float32)
    index = make(4)
    index.add(range(20), rows[:20])
    index.add(range(20, 40), rows[20:])
    found = index.search(rows, 1)
    assert found.ids[:, 0].tolist() == list(range(40))
    assert not found.distances.any()


def test_copies_that_come_later_join_the_node(make: Make) -> None:
    index = make(2)
    index.add([1], [[1, 2]])
    index.add([2, 3, 4], [[1, 2], [5, 5], [5, 5]])
    assert index.graph.nodes == 2
    assert index.search([[1, 2]], 2).ids.tolist() == [[1, 2]]
    index.remove([1])
    assert index.search([[1, 2]], 1).ids.tolist() == [[2]]
    assert index.search([[5, 5]], 9, filter=[2, 4]).ids[0, :3].tolist() == [4, 2, -1]


def test_pitfall_90_an_entry_that_was_removed(make: Make, clustered: Callable[..., Floats]) -> None:
    rows = clustered(150, 8, 5)
    index = make(8)
    index.add(np.arange(150), rows)
    entry = index.graph.entry
    index.remove([entry])
    found = index.search(rows, 1, ef=40)
    assert entry not in found.ids
    others = np.arange(150) != entry
    assert (found.ids[others, 0] == np.flatnonzero(others)).all()


def test_pitfall_90_delete_all_then_ask(make: Make) -> None:
    index = make(2)
    index.add(range(20), np.arange(40).reshape(20, 2))
    index.remove(range(20))
    assert len(index) == 0
    assert index.search([[0, 0]], 3).counts.tolist() == [0]
    index.add([5], [[100, 100]])
    assert index.search([[0, 0]], 3).ids.tolist() == [[5, -1, -1]]


def test_pitfall_90_an_id_that_is_used_again(make: Make) -> None:
    index = make(2)
    index.add([1, 2], [[0, 0], [1, 1]])
    index.add([1], [[9, 9]])
    assert len(index) == 2
    assert index.rows_of(np.array([1])).tolist() == [[9, 9]]
    assert index.search([[0, 0]], 1).ids.tolist() == [[2]]
    # a vector that comes back finds its old node
    index.add([3], [[0, 0]])
    assert index.graph.nodes == 3
    assert index.search([[0, 0]], 1).ids.tolist() == [[3]]


def test_the_caller_s_arrays_stay_as_they_are(make: Make, rng: np.random.Generator) -> None:
    rows = rng.standard_normal((30, 4)).astype(np.float32)
    before = rows.copy()
    index = make(4, "cosine")
    index.add(np.arange(30), rows)
    index.search(rows, 3)
    assert np.array_equal(rows, before)
