"""IVF with and without codes; pitfall 92."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from drill.core.errors import InputError
from drill.core.infer.arrays import Floats
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.ivf import IvfIndex
from drill.core.vectors.metrics import METRICS, Metric
from drill.core.vectors.recall import recall

COUNT = 600


def built(rows: Floats, metric: Metric = "l2", **options: Any) -> tuple[IvfIndex, FlatIndex]:
    index, exact = (
        IvfIndex(rows.shape[1], metric, **({"nlist": 16} | options)),
        FlatIndex(rows.shape[1], metric),
    )
    index.train(rows)
    for one in (index, exact):
        one.add(np.arange(len(rows)), rows)
    return index, exact


@pytest.fixture(scope="module")
def rows(clustered: Callable[..., Floats]) -> Floats:
    return clustered(COUNT, 16, 12, spread=0.6)


@pytest.mark.parametrize("metric", METRICS)
def test_nprobe_of_nlist_is_exact(metric: Metric, rows: Floats) -> None:
    index, exact = built(rows, metric)
    found, truth = index.search(rows[:50], 5, nprobe=16), exact.search(rows[:50], 5)
    assert np.array_equal(found.ids, truth.ids)
    assert np.array_equal(found.distances, truth.distances)
    assert np.array_equal(index.search(rows[:50], 5, nprobe=99).ids, truth.ids)


@pytest.mark.parametrize("subspaces", [None, 4])
def test_recall_rises_with_nprobe(subspaces: int | None, rows: Floats, rng: np.random.Generator) -> None:
    index, exact = built(rows, subspaces=subspaces, bits=5)
    queries = rng.standard_normal((60, 16)).astype(np.float32)
    truth = exact.search(queries, 10, float64=True)
    found = [index.search(queries, 10, nprobe=nprobe) for nprobe in (1, 2, 4, 8, 16)]
    recalls = [recall(each, truth) for each in found]
    assert recalls == sorted(recalls)
    assert recalls[0] < 0.8
    assert recalls[-1] > 0.95
    assert (np.diff([each.visited.mean() for each in found]) > 0).all()


def test_a_query_at_a_border_needs_a_second_cell(rows: Floats) -> None:
    index = IvfIndex(1, nlist=2, nprobe=1)
    index.train([[0.0], [1.0], [9.0], [10.0]])
    index.add([0, 1, 2, 3], [[0.0], [4.9], [5.2], [10.0]])
    border = [[4.99]]
    assert index.search(border, 2).ids.tolist() == [[1, 0]]
    assert index.search(border, 2, nprobe=2).ids.tolist() == [[1, 2]]


def test_re_ranking_mends_what_codes_lose(rows: Floats) -> None:
    truth = built(rows)[1].search(rows[:60], 10, float64=True)
    recalls = []
    for rerank in (1, 4, 60):
        index, _ = built(rows, subspaces=2, bits=4, rerank=rerank)
        recalls.append(recall(index.search(rows[:60], 10, nprobe=16), truth))
    assert recalls[0] < recalls[1] < recalls[2] == 1


@pytest.mark.parametrize("metric", METRICS)
def test_codes_rank_well_under_every_metric(metric: Metric, rows: Floats) -> None:
    index, exact = built(rows, metric, subspaces=8, bits=6, rerank=4)
    assert recall(index.search(rows[:60], 5, nprobe=16), exact.search(rows[:60], 5, float64=True)) > 0.97


def test_adding_after_training_keeps_centers(rows: Floats) -> None:
    index, _ = built(rows)
    before = index.centers.copy()
    index.add([COUNT], rows[:1] + 5)
    assert np.array_equal(index.centers, before)
    assert index.search(rows[:1] + 5, 1).ids.tolist() == [[COUNT]]


def test_training_again_moves_what_is_there(rows: Floats) -> None:
    index, exact = built(rows, subspaces=4, bits=4)
    index.train(rows[::-1])
    assert len(index) == COUNT
    assert np.array_equal(index.search(rows[:9], 3, nprobe=16).ids, exact.search(rows[:9], 3).ids)


def test_the_same_seed_gives_the_same_index(rows: Floats) -> None:
    one, same = built(rows, subspaces=4, bits=4)[0], built(rows, subspaces=4, bits=4)[0]
    assert np.array_equal(one.centers, same.centers)
    for left, right in zip(one.cells, same.cells, strict=True):
        assert np.array_equal(left.codes, right.codes)


def test_removing_and_replacing(rows: Floats) -> None:
    index, _ = built(rows)
    index.remove([0, 1])
    index.add([2], rows[:1])
    assert len(index) == COUNT - 2
    assert index.search(rows[:1], 1).ids.tolist() == [[2]]
    assert index.rows_of(np.array([2])).tolist() == rows[:1].tolist()
    assert index.all_ids().tolist() == list(range(2, COUNT))
    with pytest.raises(InputError, match="id 0 is not in the index"):
        index.remove([2, 0])
    index.remove(index.all_ids())
    assert index.search(rows[:1], 3).counts.tolist() == [0]


@pytest.mark.parametrize("passing", [0, 1, 4, 5, COUNT])
@pytest.mark.parametrize("subspaces", [None, 4])
def test_filters(passing: int, subspaces: int | None, rows: Floats, rng: np.random.Generator) -> None:
    index, exact = built(rows, subspaces=subspaces, bits=4)
    allowed = rng.permutation(COUNT)[:passing]
    found = index.search(rows[:7], 5, nprobe=16, filter=allowed)
    truth = exact.search(rows[:7], 5, filter=allowed)
    assert found.counts.tolist() == truth.counts.tolist()
    if subspaces is None:
        assert np.array_equal(found.ids, truth.ids)


def test_what_is_refused(rows: Floats) -> None:
    index = IvfIndex(16, nlist=16, subspaces=4)
    with pytest.raises(InputError, match="no centers yet; train it first"):
        index.add([0], rows[:1])
    with pytest.raises(InputError, match="255 vectors to train 256 centers"):
        index.train(rows[:255])
    with pytest.raises(InputError, match="15 vectors to train 16 centers"):
        IvfIndex(16, nlist=16).train(rows[:15])
    with pytest.raises(InputError, match="nlist is 1000000000; give a whole number from 1 to"):
        IvfIndex(16, nlist=10**9)
    with pytest.raises(InputError, match="nprobe is 0"):
        index.search(rows[:1], 1, nprobe=0)
    assert index.search(rows[:1], 1).counts.tolist() == [0]
