"""HNSW in plain Python: the algorithms of Malkov and Yashunin 2016 by name, and what practice added.

Greedy search from layer to layer, a beam of ef on the last; links to the nearest that no nearer link
already covers. Not in the paper: nodes come in batches (`insert` says why), equal distances prune each
other, links above a node's capacity are pruned by the same heuristic. Leaves out ids and files
(hnsw_index.py) and speed (hnsw_numba/, which a test holds equal to this, link by link).
"""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from drill.core.infer.arrays import Array, Floats
from drill.core.vectors.graph import NO_LINK, Graph
from drill.core.vectors.space import Space

# nodes that search the same graph; each looks at half of them besides, a hundredth of what it computes anyway
BATCH = 64


class Near(NamedTuple):
    """A node and its key from what is looked for; nearer ones sort first, of equal ones the older."""

    key: float
    node: int


class Beam(NamedTuple):
    """What a search of one layer found, nearest first, and how many keys it computed."""

    nearest: list[Near]
    visited: int


class PlainHnsw:
    """The algorithms on a graph and its vectors."""

    def __init__(self, space: Space, graph: Graph, ef_construction: int) -> None:
        self.space = space
        self.graph = graph
        self.ef_construction = ef_construction

    def search_layer(
        self, query: Floats, entry: Near, ef: int, level: int, allowed: Array | None = None
    ) -> Beam:
        """SEARCH-LAYER, algorithm 2: from `entry` on, the ef nearest on one layer.

        Nodes that are not `allowed` are walked through but not returned, and don't tighten the beam.
        """
        seen = {entry.node}
        candidates: list[Near] = []
        # the furthest first: heapq has the smallest on top
        beam: list[tuple[float, int]] = []

        def meet(near: Near) -> None:
            heappush(candidates, near)
            if allowed is None or allowed[near.node]:
                heappush(beam, (-near.key, -near.node))
                if len(beam) > ef:
                    heappop(beam)

        meet(entry)
        while candidates:
            nearest = heappop(candidates)
            if len(beam) == ef and nearest > _furthest(beam):
                break
            fresh = [node for node in self.graph.neighbors(nearest.node, level) if node not in seen]
            seen.update(fresh)
            for near in map(Near, self.space.keys(query, fresh), fresh):
                if len(beam) < ef or near.key < _furthest(beam).key:
                    meet(near)
        return Beam(sorted(Near(-key, -node) for key, node in beam), len(seen))

    def select_neighbors_heuristic(self, candidates: Iterable[Near], count: int) -> list[Near]:
        """SELECT-NEIGHBORS-HEURISTIC, algorithm 4: at most `count`, none that a nearer one covers.

        A kept neighbor covers a candidate that is nearer to it than to the node itself; links then lead into
        different directions, out of the cluster too. It is not topped up with covered ones.
        """
        kept: list[Near] = []
        for candidate in candidates:
            if len(kept) == count:
                break
            if not self._is_covered(candidate, kept):
                kept.append(candidate)
        return kept

    def _is_covered(self, candidate: Near, kept: list[Near]) -> bool:
        query = self.space.rows[candidate.node]
        for near, between in zip(kept, self.space.keys(query, [near.node for near in kept]), strict=True):
            # at equal distances too: else copies never cover each other, and fill each other's links
            if between < candidate.key or (between == candidate.key == near.key):
                return True
        return False

    def insert(self, nodes: range) -> None:
        """Link nodes that the graph has but doesn't link yet, a batch at a time."""
        for batch in batches(nodes):
            self.insert_batch(batch)

    def insert_batch(self, nodes: range) -> None:
        """INSERT, algorithm 1, for a batch: all search the graph as it was before, then are linked in order.

        A batch of one is the paper's. In a larger one the searches can run in parallel and the graph is the
        same for any number of threads; so that nobody misses a neighbor, each looks at the batch before it.
        """
        chosen = [self._choose(node, nodes.start) for node in nodes]
        for node, layers in zip(nodes, chosen, strict=True):
            for level, neighbors in layers.items():
                self.graph.link(node, level, [near.node for near in neighbors])
                for near in neighbors:
                    self._link_back(near.node, Near(near.key, node), level)
        self.graph.enter_at(nodes)

    def _choose(self, node: int, batch: int) -> dict[int, list[Near]]:
        """Return a node's neighbors on each layer, the highest first; `batch` is the first of its batch."""
        query, graph = self.space.rows[node], self.graph
        own = int(graph.levels[node])
        entry, _ = self._descend(query, own)
        before = range(batch, node)
        mates = list(map(Near, self.space.keys(query, before), before))
        layers: dict[int, list[Near]] = {}
        for level in range(own, -1, -1):
            found: list[Near] = []
            if entry is not None and level <= graph.top:
                found = self.search_layer(query, entry, self.ef_construction, level).nearest
                entry = found[0]
            present = [near for near in mates if graph.levels[near.node] >= level]
            candidates = sorted(found + present)[: self.ef_construction]
            layers[level] = self.select_neighbors_heuristic(candidates, graph.M)
        return layers

    def _link_back(self, node: int, new: Near, level: int) -> None:
        """Link a node to a new one; beyond its capacity keep those that the heuristic keeps."""
        graph = self.graph
        linked = graph.neighbors(node, level)
        if len(linked) < graph.capacity(level):
            graph.link(node, level, [*linked, new.node])
            return
        neighbors = [*map(Near, self.space.keys(self.space.rows[node], linked), linked), new]
        # stable: of equal ones the one that was linked first
        neighbors.sort(key=lambda near: near.key)
        kept = self.select_neighbors_heuristic(neighbors, graph.capacity(level))
        graph.link(node, level, [near.node for near in kept])

    def _descend(self, query: Floats, to: int) -> tuple[Near | None, int]:
        """Walk greedily from the top to above layer `to`; return the nearest there and the keys computed."""
        if self.graph.entry < 0:
            return None, 0
        entry = Near(self.space.keys(query, [self.graph.entry])[0], self.graph.entry)
        visited = 0
        for level in range(self.graph.top, to, -1):
            beam = self.search_layer(query, entry, 1, level)
            entry, visited = beam.nearest[0], visited + beam.visited
        return entry, visited

    def knn_search(self, query: Floats, k: int, ef: int, allowed: Array | None) -> Beam:
        """K-NN-SEARCH, algorithm 5: down to layer 1 greedily, then a beam of ef >= k on layer 0."""
        entry, above = self._descend(query, 0)
        if entry is None:
            return Beam([], 0)
        beam = self.search_layer(query, entry, ef, 0, allowed)
        return Beam(beam.nearest[:k], above + beam.visited)

    def search(self, queries: Floats, k: int, ef: int, allowed: Array | None) -> tuple[Array, Floats, Array]:
        """Return nodes and keys [q, k], -1 and inf where there are fewer, and counts of computed keys [q]."""
        nodes = np.full((len(queries), k), NO_LINK, np.int32)
        keys = np.full((len(queries), k), np.inf, np.float32)
        visited = np.zeros(len(queries), np.int64)
        for number, query in enumerate(queries):
            beam = self.knn_search(query, k, ef, allowed)
            for place, near in enumerate(beam.nearest):
                nodes[number, place], keys[number, place] = near.node, near.key
            visited[number] = beam.visited
        return nodes, keys, visited


def batches(nodes: range) -> Iterator[range]:
    """Cut a range into batches."""
    for start in range(nodes.start, nodes.stop, BATCH):
        yield range(start, min(start + BATCH, nodes.stop))


def _furthest(beam: list[tuple[float, int]]) -> Near:
    key, node = beam[0]
    return Near(-key, -node)
