"""Exact search: one matrix product finds who may be among the nearest, float64 decides.

|x - q|^2 = |x|^2 - 2 x.q + |q|^2, but in float32 that loses digits where the distance is small. So all
whose float32 key lies within its worst rounding error of the k-th best are measured again. Leaves out
structures that look at fewer vectors.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from drill.core.errors import InputError
from drill.core.infer.arrays import Array, Floats, Ints
from drill.core.vectors.checks import (
    as_filter,
    as_ids,
    as_known_ids,
    as_rows,
    check_at_least,
    check_dimension,
    check_metric,
)
from drill.core.vectors.index import Found, nothing_found
from drill.core.vectors.metrics import Metric, keys64, prepared, reported

# keys held at once: 64 MB of float32
BLOCK = 1 << 24
# half a unit in the last place of 1
ROUNDING = 2.0**-24
# what a product may lose besides where it is no normal float32
UNDERFLOW = 2.0**-126


class Table(NamedTuple):
    """Rows [n, d] that are prepared for the metric, and their ids [n]."""

    rows: Floats
    ids: Ints
    metric: Metric

    def only(self, chosen: Array) -> "Table":
        """Return some of the rows."""
        return Table(self.rows[chosen], self.ids[chosen], self.metric)


def nearest(table: Table, queries: Floats, k: int, *, float64: bool = False) -> Found:
    """Return the k nearest of each prepared query [q, d]; of equal ones the smaller id comes first.

    With `float64` nothing is left to the float32 product: the check mode.
    """
    found = nothing_found(len(queries), k)
    found.visited[:] = len(table.ids)
    block = max(1, BLOCK // max(1, len(table.ids)))
    for start in range(0, len(queries), block):
        some = queries[start : start + block]
        for number, candidates in enumerate(_candidates(table, some, k, float64=float64), start):
            _decide(table.only(candidates), queries[number], number, found)
    return found


def _candidates(table: Table, queries: Floats, k: int, *, float64: bool) -> list[Array]:
    if float64 or k >= len(table.ids):
        return [np.arange(len(table.ids))] * len(queries)
    keys, error = _rough_keys(table, queries)
    kth = np.partition(keys, k - 1, axis=1)[:, k - 1]
    # both the k-th best and the candidate may be off by the error
    return [np.flatnonzero(row <= limit) for row, limit in zip(keys, kth + 2 * error, strict=True)]


def _rough_keys(table: Table, queries: Floats) -> tuple[Array, Array]:
    """Return float32 keys [q, n], in l2 without the query's own square, and how wrong they can be [q]."""
    products = queries @ table.rows.T
    lengths = np.linalg.norm(queries.astype(np.float64), axis=1)
    squares = np.einsum("ij,ij->i", table.rows, table.rows, dtype=np.float64)
    longest = float(np.sqrt(squares.max(initial=0)))
    error = (queries.shape[1] + 4) * (ROUNDING * longest * lengths + UNDERFLOW)
    if table.metric != "l2":
        return -products, error
    keys = squares.astype(np.float32) - 2 * products
    return keys, 2 * error + 4 * ROUNDING * (longest**2 + 2 * longest * lengths)


def _decide(candidates: Table, query: Floats, number: int, found: Found) -> None:
    keys = keys64(candidates.rows, query[None], candidates.metric)[0]
    order = np.lexsort((candidates.ids, keys))[: found.ids.shape[1]]
    found.ids[number, : len(order)] = candidates.ids[order]
    found.distances[number, : len(order)] = reported(keys[order].astype(np.float32), candidates.metric)


class FlatIndex:
    """All vectors in one matrix; adding and removing copy it."""

    kind = "flat"

    def __init__(self, dimension: int, metric: str = "l2") -> None:
        """InputError unless dimension >= 1 and the metric is known."""
        self.dimension = check_dimension(dimension)
        self.metric = check_metric(metric)
        self._table = Table(np.empty((0, dimension), np.float32), np.empty(0, np.int64), self.metric)

    def __len__(self) -> int:
        return len(self._table.ids)

    def all_ids(self) -> Ints:
        """Return all ids, sorted."""
        return self._table.ids

    def rows_of(self, ids: Ints) -> Floats:
        """Return the stored vectors [n, d] of ids that are there."""
        return self._table.rows[np.searchsorted(self._table.ids, ids)]

    def add(self, ids: ArrayLike, vectors: ArrayLike) -> None:
        """Add vectors [n, d] under ids [n]; an id that is there already gets the new vector."""
        rows = prepared(as_rows(vectors, self.dimension, "vectors"), self.metric)
        new = as_ids(ids, len(rows))
        kept = self._table.only(~np.isin(self._table.ids, new))
        every = np.concatenate([kept.ids, new])
        order = np.argsort(every)
        self._table = Table(np.concatenate([kept.rows, rows])[order], every[order], self.metric)

    def remove(self, ids: ArrayLike) -> None:
        """Remove ids; InputError when one isn't there."""
        gone = as_known_ids(ids)
        absent = gone[~np.isin(gone, self._table.ids)]
        if absent.size:
            raise InputError(f"id {absent[0]} is not in the index; remove ids that are")
        self._table = self._table.only(~np.isin(self._table.ids, gone))

    def search(
        self, queries: ArrayLike, k: int, *, filter: ArrayLike | None = None, float64: bool = False
    ) -> Found:
        """Return the k nearest of each query [q, d]; `float64` is the check mode of `nearest`."""
        asked = prepared(as_rows(queries, self.dimension, "query"), self.metric)
        check_at_least("k", k, 1)
        allowed = as_filter(filter)
        table = self._table if allowed is None else self._table.only(np.isin(self._table.ids, allowed))
        return nearest(table, asked, k, float64=float64)

    def save(self, path: Path) -> None:
        """Write one file that `opening.load` reads; FileError when it can't be written."""
        from drill.core.vectors.saving import write

        write(path, self.kind, {"dimension": self.dimension, "metric": self.metric}, self._arrays())

    def restore(self, ids: Ints, rows: Floats) -> None:
        """Hold what was saved: ids sorted, rows prepared."""
        self._table = Table(rows, ids, self.metric)

    def _arrays(self) -> dict[str, Array]:
        return {"ids": self._table.ids, "rows": self._table.rows}
