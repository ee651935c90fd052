"""Search under a filter in three ways, and a planner that picks one by how much passes and says why.

exact: measure all that pass. post: search without the filter for more than k, then drop. graph: walk through
everything, keep what passes. Leaves out filters that are built into a graph.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from drill.core.infer.arrays import Floats, Ints
from drill.core.vectors.checks import as_filter, as_rows, check_at_least, check_ef
from drill.core.vectors.flat import Table, nearest
from drill.core.vectors.hnsw_index import HnswIndex
from drill.core.vectors.index import Found, nothing_found
from drill.core.vectors.metrics import prepared
from drill.facts.vectors import ef_for_k

Way = Literal["exact", "post", "graph"]
# from this share on the few that are fetched and dropped cost less than a heap
MOST = 0.5
# the measured keys a step of a walk costs, in links: most linked nodes have been met before
FRESH = 0.6


class Plan(NamedTuple):
    """How a search goes, and in one line why."""

    way: Way
    why: str


class Planned(NamedTuple):
    """What was found, and by which plan."""

    found: Found
    plan: Plan


def plan(*, total: int, passing: int, k: int, ef: int, M: int) -> Plan:
    """Choose by an estimate of distances: `passing` for exact, about links * ef / selectivity for a walk."""
    if passing <= k:
        return Plan("exact", f"{passing} of {total} pass, no more than k = {k}: nothing is left to choose")
    share = passing / total
    walk = round(min(total, 2 * M * FRESH * ef / share))
    told = f"{passing} of {total} pass ({share:.1%})"
    if passing <= walk:
        return Plan("exact", f"{told}: measuring them costs {passing} distances, a walk about {walk}")
    if share >= MOST:
        return Plan("post", f"{told}: fetching {ef_for_k(k=k, selectivity=share)} for {k} loses few")
    return Plan("graph", f"{told}: a walk costs about {walk} distances, measuring them {passing}")


def search(
    index: HnswIndex,
    queries: ArrayLike,
    k: int,
    *,
    filter: ArrayLike,
    ef: int | None = None,
    way: Way | None = None,
) -> Planned:
    """Search as the planner says, or in a `way` that is named; InputError as `index.search` raises it."""
    asked = as_rows(queries, index.dimension, "query")
    check_at_least("k", k, 1)
    passing = np.intersect1d(np.asarray(as_filter(filter)), index.all_ids(), assume_unique=True)
    beam = max(index.ef_search, k) if ef is None else check_ef(ef, k)
    chosen = plan(total=max(len(index), 1), passing=len(passing), k=k, ef=beam, M=index.M)
    if way is not None:
        chosen = Plan(way, f"asked for; the planner says {chosen.way}, since {chosen.why}")
    return Planned(WAYS[chosen.way](index, asked, k, beam, passing), chosen)


def exact(index: HnswIndex, queries: Floats, k: int, ef: int, passing: Ints) -> Found:
    """Measure all that pass."""
    table = Table(index.rows_of(passing), passing, index.metric)
    return nearest(table, prepared(queries, index.metric), k)


def post(index: HnswIndex, queries: Floats, k: int, ef: int, passing: Ints) -> Found:
    """Search without the filter and drop what doesn't pass; fetch twice as many for those who got too few."""
    found = nothing_found(len(queries), k)
    enough, total = min(k, len(passing)), len(index)
    if not enough:
        return found
    fetch = ef_for_k(k=k, selectivity=len(passing) / total)
    left = np.arange(len(queries))
    while left.size:
        fetch = min(fetch, total)
        fetched = index.search(queries[left], fetch, ef=max(ef, fetch))
        for number, ids, distances in zip(left.tolist(), fetched.ids, fetched.distances, strict=True):
            _keep(found, number, np.isin(ids, passing), ids, distances)
        found.visited[left] += fetched.visited
        left = left[found.counts[left] < enough] if fetch < total else left[:0]
        fetch *= 2
    return found


def _keep(found: Found, number: int, passes: np.ndarray, ids: Ints, distances: Floats) -> None:
    kept = np.flatnonzero(passes)[: found.ids.shape[1]]
    found.ids[number, : len(kept)], found.distances[number, : len(kept)] = ids[kept], distances[kept]


def graph(index: HnswIndex, queries: Floats, k: int, ef: int, passing: Ints) -> Found:
    """Walk through everything, keep what passes."""
    return index.search(queries, k, ef=ef, filter=passing)


WAYS: dict[Way, Callable[[HnswIndex, Floats, int, int, Ints], Found]] = {
    "exact": exact,
    "post": post,
    "graph": graph,
}
