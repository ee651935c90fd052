"""Which ids a node of a graph stands for: none when all are removed, several when their vectors are equal.

Equal vectors in a graph crowd each other's links out: a thousand copies are one node with a thousand ids.
Leaves out the graph.
"""

from collections.abc import Iterable

import numpy as np

from drill.core.infer.arrays import Array, Floats, Ints
from drill.core.vectors.growing import with_room
from drill.core.vectors.index import NOTHING, Found
from drill.core.vectors.lookup import ABSENT, Lookup

# rows whose fingerprints are computed at once
BLOCK = 4096


class Labels:
    """Ids of nodes 0 to `nodes` - 1."""

    def __init__(self) -> None:
        self.nodes = 0
        self.first: Ints = np.empty(0, np.int64)
        # the ids of a node besides its first
        self.others: dict[int, list[int]] = {}
        self.living = 0
        self.dead_nodes = 0
        self._node_of = Lookup()

    def __len__(self) -> int:
        return self.living

    def grow(self, count: int) -> None:
        """Add nodes that have no ids yet."""
        self.first = with_room(self.first, self.nodes, self.nodes + count)
        self.first[self.nodes : self.nodes + count] = NOTHING
        self.nodes += count
        self.dead_nodes += count

    def node_of(self, ids: Ints) -> Ints:
        """Return the node of each id, ABSENT when there is no such id."""
        return self._node_of.find(ids)

    def give(self, ids: Ints, nodes: Ints) -> None:
        """Give each new id a node, which may have ids already."""
        bare = self.first[nodes] == NOTHING
        # of several ids for a bare node the first becomes its first
        alone, firsts = np.unique(nodes[bare], return_index=True)
        bare_ids = ids[bare]
        self.first[alone] = bare_ids[firsts]
        self.dead_nodes -= len(alone)
        left = np.ones(len(ids), bool)
        left[np.flatnonzero(bare)[firsts]] = False
        for label, node in zip(ids[left].tolist(), nodes[left].tolist(), strict=True):
            self.others.setdefault(node, []).append(label)
        self.living += len(ids)
        self._node_of.put(ids, nodes)

    def take(self, ids: Ints) -> None:
        """Take ids that are there away from their nodes."""
        for label, node in zip(ids.tolist(), self._node_of.find(ids).tolist(), strict=True):
            self._take_one(label, node)
        self.living -= len(ids)
        self._node_of.put(ids, np.full(len(ids), ABSENT))

    def _take_one(self, label: int, node: int) -> None:
        others = self.others.get(node, [])
        if self.first[node] != label:
            others.remove(label)
        elif others:
            self.first[node] = others.pop(0)
        else:
            self.first[node] = NOTHING
            self.dead_nodes += 1
        if not others:
            self.others.pop(node, None)

    def all_ids(self) -> Ints:
        """Return all ids, sorted."""
        first = self.first[: self.nodes]
        more = np.array([label for others in self.others.values() for label in others], np.int64)
        return np.sort(np.concatenate([first[first != NOTHING], more]))

    def allowed(self, filter_ids: Ints | None) -> Array | None:
        """Return which nodes [n] of uint8 have an id that may be found; None when all nodes have."""
        if filter_ids is None:
            return (self.first[: self.nodes] != NOTHING).astype(np.uint8) if self.dead_nodes else None
        nodes = self._node_of.find(filter_ids)
        mask = np.zeros(self.nodes, np.uint8)
        mask[nodes[nodes != ABSENT]] = 1
        return mask

    def fill(self, found: Found, nodes: Array, keys: Floats, filter_ids: Ints | None) -> None:
        """Write the ids of the nodes found [q, k], nearest first and absent ones -1, into `found`."""
        if not self.others:
            found.ids[:] = np.where(nodes >= 0, self.first[nodes] if self.nodes else NOTHING, NOTHING)
            found.distances[:] = keys
            return
        may = None if filter_ids is None else set(filter_ids.tolist())
        for query, (some, near) in enumerate(zip(nodes.tolist(), keys.tolist(), strict=True)):
            labeled = self._labeled(zip(some, near, strict=True), may)
            for place, (label, key) in zip(range(found.ids.shape[1]), labeled, strict=False):
                found.ids[query, place], found.distances[query, place] = label, key

    def _labeled(
        self, nodes: Iterable[tuple[int, float]], may: set[int] | None
    ) -> Iterable[tuple[int, float]]:
        for node, key in nodes:
            if node >= 0:
                for label in (int(self.first[node]), *self.others.get(node, ())):
                    if may is None or label in may:
                        yield label, key

    def pairs(self) -> tuple[Ints, Ints]:
        """Return all ids and their nodes, a node's first id before its others: what a file keeps."""
        nodes = np.flatnonzero(self.first[: self.nodes] != NOTHING)
        more = [(label, node) for node, others in self.others.items() for label in others]
        late = np.array(more, np.int64).reshape(-1, 2)
        return np.concatenate([self.first[nodes], late[:, 0]]), np.concatenate([nodes, late[:, 1]])


def fingerprints(rows: Floats) -> Ints:
    """Return a 64-bit hash of each row [n, width]; equal rows have equal ones, others hardly ever."""
    width = rows.shape[1]
    odd = np.random.default_rng(width).integers(0, 2**63, width, np.uint64) * np.uint64(2) + np.uint64(1)
    words = rows.view(np.uint32)
    found = np.empty(len(rows), np.uint64)
    for start in range(0, len(rows), BLOCK):
        mixed = words[start : start + BLOCK] * odd
        # low bits alone would see low bits alone
        mixed ^= mixed >> np.uint64(29)
        found[start : start + BLOCK] = (mixed * odd).sum(axis=1)
    return found.view(np.int64)
