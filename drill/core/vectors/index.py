"""What all indexes share: the interface, and what a search gives back.

    flat.py exact; hnsw_index.py a graph, run by hnsw.py or hnsw_numba/; ivf.py cells, with pq.py codes;
    filtered.py picks how to search under a filter; saving.py and opening.py keep indexes in files

Leaves out versions and models of embeddings.
"""

from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike

from drill.core.infer.arrays import Floats, Ints
from drill.core.vectors.metrics import Metric

NOTHING = -1


class Found(NamedTuple):
    """Each query's nearest first: ids [q, k], distances [q, k], and how many distances were computed [q].

    Where fewer than k match, the row ends in id -1 at distance inf. Distances are as `metrics.reported` says.
    """

    ids: Ints
    distances: Floats
    visited: Ints

    @property
    def counts(self) -> Ints:
        """How many results each query has [q]."""
        return np.count_nonzero(self.ids != NOTHING, axis=1).astype(np.int64)


class Index(Protocol):
    """Vectors under ids. Anything refused raises InputError in one line and changes nothing."""

    @property
    def metric(self) -> Metric:
        """What near means."""

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""

    def __len__(self) -> int:
        """Return how many ids there are."""

    def all_ids(self) -> Ints:
        """Return all ids, sorted."""

    def rows_of(self, ids: Ints) -> Floats:
        """Return the stored vectors [n, d] of ids that are there; under cosine of unit length."""

    def add(self, ids: ArrayLike, vectors: ArrayLike) -> None:
        """Add vectors [n, d] under ids [n]; an id that is there already gets the new vector."""

    def remove(self, ids: ArrayLike) -> None:
        """Remove ids; InputError when one isn't there."""

    def search(self, queries: ArrayLike, k: int, *, filter: ArrayLike | None = None) -> Found:
        """Return the k nearest of each query [q, d], among the ids in `filter` alone when it is given.

        HNSW takes `ef` besides, IVF `nprobe`.
        """

    def save(self, path: Path) -> None:
        """Write one file that `opening.load` reads; FileError when it can't be written."""


def nothing_found(queries: int, k: int) -> Found:
    """Return room for results, all of it empty."""
    ids = np.full((queries, k), NOTHING, np.int64)
    return Found(ids, np.full((queries, k), np.inf, np.float32), np.zeros(queries, np.int64))
