"""IVF: vectors in cells around centers; a search looks into the nprobe cells nearest to the query.

With `subspaces` it ranks by product-quantized codes of what is left after the center, and measures the best
exactly (re-rank). Leaves out the clustering (kmeans.py), the codes (pq.py) and files (ivf_file.py).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from drill.core.errors import InputError
from drill.core.infer.arrays import Array, Bytes, Floats, Ints
from drill.core.vectors import checks
from drill.core.vectors.checks import as_rows, check_at_least
from drill.core.vectors.flat import Table, nearest
from drill.core.vectors.index import Found, nothing_found
from drill.core.vectors.kmeans import MOST_CELLS, assign, kmeans
from drill.core.vectors.metrics import prepared
from drill.core.vectors.pq import ProductQuantizer


class Cell(NamedTuple):
    """What lies around one center: ids [n], vectors [n, d], codes [n, subspaces] (no columns without PQ)."""

    ids: Ints
    rows: Floats
    codes: Bytes

    def only(self, chosen: Array) -> "Cell":
        """Return a part of it."""
        return Cell(self.ids[chosen], self.rows[chosen], self.codes[chosen])


def joined(cells: Sequence[Cell]) -> Cell:
    """Return several as one."""
    ids, rows, codes = (np.concatenate(arrays) for arrays in zip(*cells, strict=True))
    return Cell(ids, rows, codes)


class IvfIndex:
    """nlist cells, of which a search looks into nprobe; `train` finds them and must come before `add`.

    Under ip and cosine a vector belongs to the center with the largest inner product. With codes the best
    rerank * k by code are measured exactly.
    """

    kind = "ivf"

    def __init__(  # noqa: PLR0913 - one argument an option
        self,
        dimension: int,
        metric: str = "l2",
        *,
        nlist: int = 64,
        nprobe: int = 8,
        subspaces: int | None = None,
        bits: int = 8,
        rerank: int = 10,
        seed: int = 0,
    ) -> None:
        """InputError for an option out of range."""
        self.dimension = checks.check_dimension(dimension)
        self.metric = checks.check_metric(metric)
        self.nlist = checks.check_between("nlist", nlist, 1, MOST_CELLS)
        self.nprobe = check_at_least("nprobe", nprobe, 1)
        self.rerank = check_at_least("rerank", rerank, 1)
        self.seed = check_at_least("seed", seed, 0)
        self.quantizer = None if subspaces is None else ProductQuantizer(dimension, subspaces, bits)
        self.centers: Floats = np.empty((0, dimension), np.float32)
        width = 0 if subspaces is None else subspaces
        nothing = Cell(
            np.empty(0, np.int64), np.empty((0, dimension), np.float32), np.empty((0, width), np.uint8)
        )
        self.cells = [nothing] * nlist

    @property
    def by_dot(self) -> bool:
        """Say whether keys are minus inner products."""
        return self.metric != "l2"

    def __len__(self) -> int:
        return sum(len(cell.ids) for cell in self.cells)

    def all_ids(self) -> Ints:
        """Return all ids, sorted."""
        return np.sort(np.concatenate([cell.ids for cell in self.cells]))

    def rows_of(self, ids: Ints) -> Floats:
        """Return the stored vectors [n, d] of ids that are there."""
        all_of_it = joined(self.cells)
        order = np.argsort(all_of_it.ids)
        return all_of_it.rows[order[np.searchsorted(all_of_it.ids, ids, sorter=order)]]

    def train(self, vectors: ArrayLike) -> None:
        """Find centers, and codebooks of what is left after them. Vectors that are there move to new cells.

        InputError for fewer vectors than cells, or than the words of a codebook.
        """
        rows = prepared(as_rows(vectors, self.dimension, "vectors"), self.metric)
        least = max(self.nlist, self.quantizer.words if self.quantizer else 0)
        if len(rows) < least:
            raise InputError(f"{len(rows)} vectors to train {least} centers; give {least} or more")
        rng = np.random.default_rng(self.seed)
        self.centers = kmeans(rows, self.nlist, rng, spherical=self.by_dot)
        if self.quantizer:
            left = rows - self.centers[assign(rows, self.centers, by_dot=self.by_dot)]
            self.quantizer.train(left, rng)
        held = joined(self.cells)
        self.cells = [cell.only(np.zeros(len(cell.ids), bool)) for cell in self.cells]
        self._place(held.ids, held.rows)

    def add(self, ids: ArrayLike, vectors: ArrayLike) -> None:
        """Add vectors [n, d] under ids [n]; an id that is there gets the new one. Centers stay."""
        if not len(self.centers):
            raise InputError("the index has no centers yet; train it first")
        rows = prepared(as_rows(vectors, self.dimension, "vectors"), self.metric)
        new = checks.as_ids(ids, len(rows))
        self._drop(new)
        self._place(new, rows)

    def remove(self, ids: ArrayLike) -> None:
        """Remove ids; InputError when one isn't there."""
        gone = checks.as_known_ids(ids)
        absent = gone[~np.isin(gone, self.all_ids())]
        if absent.size:
            raise InputError(f"id {absent[0]} is not in the index; remove ids that are")
        self._drop(gone)

    def search(
        self, queries: ArrayLike, k: int, *, nprobe: int | None = None, filter: ArrayLike | None = None
    ) -> Found:
        """Return about the k nearest of each query [q, d]: without codes, the very nearest in the cells.

        nprobe = nlist looks everywhere; more is no error.
        """
        asked = prepared(as_rows(queries, self.dimension, "query"), self.metric)
        check_at_least("k", k, 1)
        probes = min(check_at_least("nprobe", self.nprobe if nprobe is None else nprobe, 1), self.nlist)
        allowed, found = checks.as_filter(filter), nothing_found(len(asked), k)
        for number, query in enumerate(asked if len(self) else asked[:0]):
            self._search_one(query, number, probes, allowed, found)
        return found

    def save(self, path: Path) -> None:
        """Write one file that `opening.load` reads; FileError when it can't be written."""
        from drill.core.vectors.ivf_file import save

        save(self, path)

    def _place(self, ids: Ints, rows: Floats) -> None:
        where = assign(rows, self.centers, by_dot=self.by_dot)
        codes = np.empty((len(ids), 0), np.uint8)
        if self.quantizer and len(ids):
            codes = self.quantizer.encode(rows - self.centers[where])
        for number in np.unique(where).tolist():
            mine = where == number
            self.cells[number] = joined([self.cells[number], Cell(ids[mine], rows[mine], codes[mine])])

    def _drop(self, ids: Ints) -> None:
        for number, cell in enumerate(self.cells):
            gone = np.isin(cell.ids, ids)
            if gone.any():
                self.cells[number] = cell.only(~gone)

    def _search_one(
        self, query: Floats, number: int, probes: int, allowed: Ints | None, found: Found
    ) -> None:
        probed = self._probed(query, probes)
        pool = joined([self.cells[cell] for cell in probed])
        keys = self._code_keys(query, probed)
        found.visited[number] = self.nlist + len(pool.ids)
        if allowed is not None:
            let = np.isin(pool.ids, allowed)
            pool, keys = pool.only(let), keys[let] if keys is not None else None
        k = found.ids.shape[1]
        if keys is not None and len(keys) > self.rerank * k:
            pool = pool.only(np.argpartition(keys, self.rerank * k - 1)[: self.rerank * k])
        best = nearest(Table(pool.rows, pool.ids, self.metric), query[None], k)
        found.ids[number], found.distances[number] = best.ids[0], best.distances[0]

    def _probed(self, query: Floats, probes: int) -> list[int]:
        """Return the cells whose centers are nearest, by the rule that vectors were placed by."""
        half = 0 if self.by_dot else np.square(self.centers).sum(axis=1) / 2
        return np.argsort(half - self.centers @ query, kind="stable")[:probes].tolist()

    def _code_keys(self, query: Floats, probed: list[int]) -> Floats | None:
        """Return the keys of the codes in the probed cells; None when there are no codes."""
        if self.quantizer is None:
            return None
        keys = []
        for number in probed:
            center = self.centers[number]
            table = self.quantizer.table(query if self.by_dot else query - center, by_dot=self.by_dot)
            of_center = -(center @ query) if self.by_dot else 0
            keys.append(self.quantizer.keys(self.cells[number].codes, table) + of_center)
        return np.concatenate(keys)
