"""The graph of HNSW as arrays: who is linked with whom on which layer, where a search enters.

A row holds the linked nodes, then -1. Layer 0 has a row of 2M for every node, 8M bytes; the few layers
above lie packed, a node's one after the other. Leaves out vectors (space.py) and how links are chosen
(hnsw.py).
"""

import numpy as np

from drill.core.infer.arrays import Array
from drill.core.vectors.growing import with_room

NO_LINK = -1


class Graph:
    """Links of nodes 0 to `nodes` - 1; `entry` is a node of the highest layer, `top`; -1: none."""

    def __init__(self, M: int) -> None:
        self.M = M
        self.nodes = 0
        self.entry = -1
        self.top = -1
        self.levels: Array = np.empty(0, np.uint8)
        # where a node's rows above layer 0 begin
        self.offsets: Array = np.empty(0, np.int32)
        self.base: Array = np.empty((0, 2 * M), np.int32)
        self.upper: Array = np.empty((0, M), np.int32)
        self.upper_rows = 0

    def grow(self, levels: Array) -> range:
        """Add nodes of these levels [n], not linked yet; return their numbers."""
        first, count, above = self.nodes, len(levels), int(levels.sum())
        for name in ("levels", "offsets", "base"):
            setattr(self, name, with_room(getattr(self, name), first, first + count))
        self.upper = with_room(self.upper, self.upper_rows, self.upper_rows + above)
        self.levels[first : first + count] = levels
        self.offsets[first : first + count] = self.upper_rows + np.cumsum(levels, dtype=np.int64) - levels
        self.base[first : first + count] = NO_LINK
        self.upper[self.upper_rows : self.upper_rows + above] = NO_LINK
        self.nodes, self.upper_rows = first + count, self.upper_rows + above
        return range(first, first + count)

    def capacity(self, level: int) -> int:
        """Return how many links a node may have: 2M on layer 0, M above."""
        return 2 * self.M if level == 0 else self.M

    def row(self, node: int, level: int) -> Array:
        """Return the row of a node, to read or to write."""
        return self.base[node] if level == 0 else self.upper[self.offsets[node] + level - 1]

    def neighbors(self, node: int, level: int) -> list[int]:
        """Return the nodes that a node links to, in the order in which they stand."""
        row = self.row(node, level)
        return row[row != NO_LINK].tolist()

    def link(self, node: int, level: int, neighbors: list[int]) -> None:
        """Replace a node's links."""
        row = self.row(node, level)
        row[:] = NO_LINK
        row[: len(neighbors)] = neighbors

    def enter_at(self, nodes: range) -> None:
        """Let searches begin at the first of the new nodes whose layer is higher than all before it."""
        for node, level in zip(nodes, self.levels[nodes.start : nodes.stop].tolist(), strict=True):
            if level > self.top:
                self.entry, self.top = node, level


def draw_levels(seed: int, M: int, nodes: range) -> Array:
    """Return the levels [n] of nodes: floor(-ln(U) / ln(M)) with U in (0, 1], by seed and number alone.

    So a graph that is built in one go, in pieces, or after loading has the same levels. M must be 2 or more.
    """
    source = np.random.PCG64(seed)
    source.advance(nodes.start)
    draws = 1 - np.random.Generator(source).random(len(nodes))
    levels: Array = np.floor(-np.log(draws) / np.log(M)).astype(np.uint8)
    return levels
