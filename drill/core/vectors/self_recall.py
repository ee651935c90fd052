"""How well an index finds its own vectors' neighbors: the look before it takes the place of another.

Leaves out queries from elsewhere, which are harder: recall.py takes any.
"""

import numpy as np

from drill.core.infer.arrays import Floats, Ints
from drill.core.vectors.checks import check_at_least
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.index import Index
from drill.core.vectors.metrics import keys64, reported
from drill.core.vectors.recall import recall

NEIGHBORS = 10


def sample_recall(index: Index, sample: int) -> float:
    """Return recall@10 against an exact search, asked with about `sample` of the index's own vectors."""
    check_at_least("sample", sample, 1)
    ids = index.all_ids()
    if not len(ids):
        return 1.0
    exact = FlatIndex(index.dimension, index.metric)
    exact.add(ids, index.rows_of(ids))
    queries = index.rows_of(ids[:: max(1, len(ids) // sample)])
    k = min(NEIGHBORS, len(ids))
    found = index.search(queries, k)
    # measured again: a broken file may report any distance
    measured = np.stack([_distances(exact, one, row) for one, row in zip(queries, found.ids, strict=True)])
    return recall(found._replace(distances=measured), exact.search(queries, k))


def _distances(exact: FlatIndex, query: Floats, ids: Ints) -> Floats:
    # query: [d], ids: [k] -> [k]
    distances = np.full(len(ids), np.inf, np.float32)
    there = np.isin(ids, exact.all_ids())
    keys = keys64(exact.rows_of(ids[there]), query[None], exact.metric)[0]
    distances[there] = reported(keys.astype(np.float32), exact.metric)
    return distances
