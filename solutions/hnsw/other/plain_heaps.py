"""An HNSW index over L2 distance: one best-first walk on two heaps serves every layer, greedy descent being ef = 1."""

import heapq
import math
import random
from collections.abc import Sequence

import numpy as np

Near = list[tuple[float, int]]  # (squared distance to q, id), nearest first


def _squared(points: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Squared distances from each row of points to q: they order as the distances do."""
    offsets = points - q
    return np.einsum("ij,ij->i", offsets, offsets)


def select_neighbors(
    q: np.ndarray, candidates: Sequence[int], vectors: Sequence[np.ndarray], m: int
) -> list[int]:
    """Return up to m of the candidate ids, nearest to q first, each nearer to q than to all kept before it.

    q has shape (dim,); vectors[i] is the vector of id i, of the same shape.
    """
    if len(candidates) == 0:
        return []
    points = np.array([vectors[i] for i in candidates], dtype=float)
    to_q = _squared(points, np.asarray(q, dtype=float))
    eligible = np.ones(len(points), dtype=bool)  # nearer to q than to every one kept so far
    kept: list[int] = []
    for place in np.argsort(to_q, kind="stable"):
        if len(kept) >= m:
            break
        if eligible[place]:
            kept.append(int(candidates[place]))
            eligible &= to_q < _squared(points, points[place])
    return kept


class HNSW:
    """Layers of proximity graphs: `layers[l][i]` lists what id i links to on layer l, `visited` counts distances."""

    def __init__(self, dim: int, M: int = 16, ef_construction: int = 100, seed: int = 0) -> None:
        """Start empty; `seed` decides the levels of the points to come."""
        self.layers: list[dict[int, list[int]]] = []
        self.visited = 0
        self._M = M
        self._ef_construction = ef_construction
        self._random = random.Random(seed)
        self._vectors = np.empty((16, dim))  # the first _count rows are in use
        self._count = 0
        self._entry = -1  # a node on the top layer, once there is one

    def insert(self, v: np.ndarray) -> int:
        """Add a vector of shape (dim,) and return its id: 0, 1, 2, ..."""
        new = self._store(v)
        v = self._vectors[new]
        level = math.floor(-math.log(1.0 - self._random.random()) / math.log(self._M))
        old_top = len(self.layers) - 1

        if old_top >= 0:
            starts = self._entry_at(v)
            for layer in range(old_top, -1, -1):
                ef = self._ef_construction if layer <= level else 1
                starts, _ = self._walk(v, starts, layer, ef)
                if layer <= level:
                    self._link(new, [i for _, i in starts], layer)

        if level > old_top:
            self.layers.extend({new: []} for _ in range(old_top + 1, level + 1))
            self._entry = new
        return new

    def search(self, q: np.ndarray, k: int, ef: int, filter: np.ndarray | None = None) -> list[int]:
        """Return up to k ids, nearest to q first; with a filter only ids for which it is True.

        Raises ValueError if ef is below k.
        """
        if ef < k:
            raise ValueError(f"ef must be at least k, got ef={ef} and k={k}")
        self.visited = 0
        if not self.layers:
            return []
        q = np.asarray(q, dtype=float)
        near = self._entry_at(q)
        self.visited = 1
        for layer in range(len(self.layers) - 1, 0, -1):
            near, computed = self._walk(q, near, layer, 1)
            self.visited += computed
        near, computed = self._walk(q, near, 0, ef, filter)
        self.visited += computed
        return [i for _, i in near[:k]]

    def _store(self, v: np.ndarray) -> int:
        """Copy v into the next row, doubling the table when it is full; return the row's id."""
        if self._count == len(self._vectors):
            self._vectors = np.concatenate([self._vectors, np.empty_like(self._vectors)])
        self._vectors[self._count] = v
        self._count += 1
        return self._count - 1

    def _entry_at(self, q: np.ndarray) -> Near:
        """The entry point with its distance to q: where each walk starts."""
        distance = _squared(self._vectors[self._entry : self._entry + 1], q)
        return [(float(distance[0]), self._entry)]

    def _link(self, new: int, found: list[int], layer: int) -> None:
        """Put `new` on the layer, linked to a selection of the found and, as far as their caps let, back from it."""
        graph = self.layers[layer]
        cap = self._M if layer > 0 else 2 * self._M
        graph[new] = select_neighbors(self._vectors[new], found, self._vectors, self._M)
        for owner in graph[new]:
            graph[owner].append(new)
            if len(graph[owner]) > cap:
                graph[owner] = select_neighbors(self._vectors[owner], graph[owner], self._vectors, cap)

    def _walk(
        self, q: np.ndarray, starts: Near, layer: int, ef: int, allowed: np.ndarray | None = None
    ) -> tuple[Near, int]:
        """Walk a layer best-first; return the ef nearest allowed nodes found and how many distances it computed.

        With ef = 1 only a node nearer than the best so far is ever expanded: a greedy descent.
        """
        graph = self.layers[layer]
        seen = {i for _, i in starts}
        frontier: Near = []  # min-heap of the nodes to expand, allowed or not
        results: Near = []  # max-heap, distances negated, of at most ef allowed nodes
        computed = 0

        def meet(distance: float, i: int) -> None:
            if len(results) == ef and distance >= -results[0][0]:
                return  # too far to be a result, and too far to be expanded
            heapq.heappush(frontier, (distance, i))
            if allowed is None or allowed[i]:
                heapq.heappush(results, (-distance, i))
                if len(results) > ef:
                    heapq.heappop(results)

        for distance, i in starts:
            meet(distance, i)
        while frontier:
            distance, node = heapq.heappop(frontier)
            if len(results) == ef and distance > -results[0][0]:
                break
            fresh = [i for i in graph[node] if i not in seen]
            if not fresh:
                continue
            seen.update(fresh)
            computed += len(fresh)
            for near, i in zip(_squared(self._vectors[fresh], q).tolist(), fresh):
                meet(near, i)
        return sorted((-negated, i) for negated, i in results), computed
