"""Three ways to search under a filter, and the planner; pitfall 91."""

from collections.abc import Callable
from fnmatch import fnmatch

import numpy as np
import pytest

from drill.core.errors import InputError
from drill.core.infer.arrays import Floats
from drill.core.vectors.filtered import Way, plan, search
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.hnsw_index import EngineName, HnswIndex
from drill.core.vectors.recall import recall

COUNT = 300
WAYS: tuple[Way, ...] = ("exact", "post", "graph")


@pytest.fixture(scope="module")
def indexes(engine: EngineName, clustered: Callable[..., Floats]) -> tuple[HnswIndex, FlatIndex]:
    rows = clustered(COUNT, 8, 10, spread=0.4)
    pair = HnswIndex(8, M=6, ef_construction=40, engine=engine), FlatIndex(8)
    for index in pair:
        index.add(np.arange(COUNT), rows)
    return pair


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("passing", [0, 1, 4, 5, 30, 200, COUNT])
def test_all_ways_find_what_passes(
    way: Way, passing: int, indexes: tuple[HnswIndex, FlatIndex], rng: np.random.Generator
) -> None:
    index, exact = indexes
    allowed = rng.permutation(COUNT)[:passing]
    queries = rng.standard_normal((10, 8)).astype(np.float32)
    found, how = search(index, queries, 5, filter=allowed, ef=40, way=way)
    truth = exact.search(queries, 5, filter=allowed, float64=True)
    assert how.way == way
    assert found.counts.tolist() == truth.counts.tolist()
    assert set(found.ids[found.ids >= 0].tolist()) <= set(allowed.tolist())
    assert recall(found, truth) == 1 if way == "exact" else recall(found, truth) > 0.95
    if way == "exact":
        assert np.array_equal(found.ids, truth.ids)


def test_post_filtering_without_more_would_return_too_few(indexes: tuple[HnswIndex, FlatIndex]) -> None:
    """What passes lies far from the query: k fetched hold none of it, over-fetching finds k."""
    index, _ = indexes
    allowed = np.arange(COUNT - 30, COUNT)
    query = index.rows_of(np.array([0]))
    assert not np.isin(index.search(query, 5, ef=40).ids, allowed).any()
    found, _ = search(index, query, 5, filter=allowed, ef=40, way="post")
    assert found.counts.tolist() == [5]


@pytest.mark.parametrize(
    ("passing", "way", "why"),
    [
        (0, "exact", "0 of 100000 pass, no more than k = 10: nothing is left to choose"),
        (10, "exact", "10 of 100000 pass, no more than k = 10: nothing is left to choose"),
        (1_000, "exact", "1000 of 100000 pass (1.0%): measuring them costs 1000 distances, a walk*"),
        (20_000, "graph", "20000 of 100000 pass (20.0%): a walk costs about 4800 distances, measuring*"),
        (80_000, "post", "80000 of 100000 pass (80.0%): fetching 13 for 10 loses few"),
    ],
)  # fmt: skip
def test_the_planner_says_why(passing: int, way: Way, why: str) -> None:
    planned = plan(total=100_000, passing=passing, k=10, ef=50, M=16)
    assert planned.way == way
    assert fnmatch(planned.why, why)


def test_the_planner_goes_from_exact_over_graph_to_post() -> None:
    ways = [plan(total=10**6, passing=passing, k=10, ef=50, M=16).way for passing in range(1, 10**6, 9999)]
    assert [way for way, last in zip(ways, [None, *ways], strict=False) if way != last] == [
        "exact",
        "graph",
        "post",
    ]


def test_the_plan_is_told_and_may_be_overruled(indexes: tuple[HnswIndex, FlatIndex]) -> None:
    index, _ = indexes
    query = index.rows_of(np.array([3]))
    assert search(index, query, 2, filter=[1, 2, 3, 9999]).plan.way == "exact"
    overruled = search(index, query, 2, filter=[1, 2, 3], way="graph").plan
    assert overruled.why.startswith("asked for; the planner says exact, since 3 of 300 pass")
    assert "\n" not in overruled.why


def test_what_is_refused(indexes: tuple[HnswIndex, FlatIndex]) -> None:
    index, _ = indexes
    for way in WAYS:
        with pytest.raises(InputError, match="ef is 3, k is 5"):
            search(index, np.zeros(8), 5, filter=[1], ef=3, way=way)
    with pytest.raises(InputError, match="k is 0"):
        search(index, np.zeros(8), 0, filter=[1])


def test_an_empty_index(engine: EngineName) -> None:
    for way in WAYS:
        found, _ = search(HnswIndex(2, engine=engine), [[0, 0]], 3, filter=[1], way=way)
        assert found.counts.tolist() == [0]
