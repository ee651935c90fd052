"""A small HNSW index. Leaves out deletes, copies of one vector, and every metric but L2."""

import heapq
import math
from collections.abc import Sequence

import numpy as np

Found = list[tuple[float, int]]


def select_neighbors(
    q: np.ndarray, candidates: Sequence[int], vectors: Sequence[np.ndarray], m: int
) -> list[int]:
    """Return up to `m` of the candidates, nearest to q first, each nearer to q than to all kept before it."""
    if not candidates:
        return []
    points = np.array([vectors[c] for c in candidates])
    to_q = squared_distances(points, q)
    shadowed = np.zeros(len(candidates), dtype=bool)
    kept: list[int] = []
    for i in np.argsort(to_q).tolist():
        if len(kept) == m:
            break
        if not shadowed[i]:
            kept.append(candidates[i])
            # the walk reaches these through the one just kept: a link of their own would lead the same way
            shadowed |= squared_distances(points, points[i]) < to_q
    return kept


def squared_distances(points: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Return the squared L2 distance of q to each row: the same order as L2, without the root."""
    # points: [N, dim], q: [dim] -> [N]
    difference = points - q
    return np.einsum("nd,nd->n", difference, difference)


class HNSW:
    """Layers of proximity graphs, each about M times sparser than the one below."""

    def __init__(self, dim: int, M: int = 16, ef_construction: int = 100, seed: int = 0) -> None:  # noqa: N803
        """Start empty; `seed` decides the levels of the points to come."""
        self.dim = dim
        self.M = M
        self.ef_construction = ef_construction
        self.layers: list[dict[int, list[int]]] = []
        self.visited = 0
        self._vectors: list[np.ndarray] = []
        self._entry = 0
        self._rng = np.random.default_rng(seed)

    def insert(self, v: np.ndarray) -> int:
        """Add one vector and return its id."""
        node, level = len(self._vectors), self._draw_level()
        self._vectors.append(np.array(v))
        shared = min(level + 1, len(self.layers))
        start = self._descend(v, shared)
        for layer in reversed(range(shared)):
            found = self._search_layer(v, start, self.ef_construction, layer)
            self._link(node, [other for _, other in found], layer)
            start = found[0][1]
        while len(self.layers) <= level:
            self.layers.append({node: []})
            self._entry = node
        return node

    def search(self, q: np.ndarray, k: int, ef: int, filter: np.ndarray | None = None) -> list[int]:
        """Return the ids of about the k nearest vectors that pass the filter, nearest first."""
        if ef < k:
            raise ValueError(f"ef {ef} is below k {k}")
        self.visited = 0
        if not self.layers:
            return []
        found = self._search_layer(q, self._descend(q, 1), ef, 0, filter)
        return [node for _, node in found[:k]]

    def _draw_level(self) -> int:
        # 1 - random() lies in (0, 1]: its logarithm is finite
        return int(-math.log(1 - self._rng.random()) / math.log(self.M))

    def _descend(self, q: np.ndarray, lowest: int) -> int:
        """Walk greedily from the entry point through every layer from the top down to `lowest`."""
        node = self._entry
        for layer in reversed(range(lowest, len(self.layers))):
            node = self._search_layer(q, node, 1, layer)[0][1]
        return node

    def _search_layer(
        self, q: np.ndarray, start: int, ef: int, layer: int, allowed: np.ndarray | None = None
    ) -> Found:
        """Return the `ef` nearest allowed nodes that a walk finds: (squared distance, id), nearest first."""
        links = self.layers[layer]
        frontier: Found = []  # min-heap: what to expand next
        best: Found = []  # max-heap by negated distance: the worst result on top

        def consider(nodes: list[int]) -> None:
            for distance, node in zip(self._distances(q, nodes), nodes, strict=True):
                if len(best) < ef or distance < -best[0][0]:
                    heapq.heappush(frontier, (distance, node))
                    if allowed is None or allowed[node]:
                        heapq.heappush(best, (-distance, node))
                        if len(best) > ef:
                            heapq.heappop(best)

        consider([start])
        seen = {start}
        while frontier:
            distance, node = heapq.heappop(frontier)
            if len(best) == ef and distance > -best[0][0]:
                break
            fresh = [other for other in links[node] if other not in seen]
            seen.update(fresh)
            consider(fresh)
        return sorted((-negated, node) for negated, node in best)

    def _distances(self, q: np.ndarray, nodes: list[int]) -> list[float]:
        self.visited += len(nodes)
        # the shape is for an empty list, which numpy would take for one row of no width
        points = np.array([self._vectors[node] for node in nodes]).reshape(len(nodes), self.dim)
        return squared_distances(points, q).tolist()

    def _link(self, node: int, found: list[int], layer: int) -> None:
        """Link a new node both ways; a neighbour over its cap chooses again from its own point of view."""
        links = self.layers[layer]
        cap = 2 * self.M if layer == 0 else self.M
        links[node] = select_neighbors(self._vectors[node], found, self._vectors, self.M)
        for other in links[node]:
            links[other].append(node)
            if len(links[other]) > cap:
                links[other] = select_neighbors(self._vectors[other], links[other], self._vectors, cap)
