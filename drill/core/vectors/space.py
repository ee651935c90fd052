"""The vectors of a graph's nodes, and the distances between them that decide about its links.

Leaves out links (graph.py) and ids (labels.py).
"""

from collections.abc import Sequence

import numpy as np

from drill.core.infer.arrays import Floats
from drill.core.vectors.growing import with_room
from drill.core.vectors.lanes import aligned_rows, minus_dot, padded_width, squared_l2
from drill.core.vectors.metrics import Metric


class Space:
    """Padded rows [room, width] of nodes 0 to `nodes` - 1."""

    def __init__(self, dimension: int, metric: Metric) -> None:
        self.dimension = dimension
        self.metric = metric
        self.nodes = 0
        self.rows: Floats = aligned_rows(0, padded_width(dimension))

    @property
    def by_dot(self) -> bool:
        """Say whether the key is minus the inner product; under cosine all vectors have unit length."""
        return self.metric != "l2"

    def append(self, rows: Floats) -> None:
        """Add padded rows [n, width]."""
        total = self.nodes + len(rows)
        self.rows = with_room(self.rows, self.nodes, total, aligned_rows)
        self.rows[self.nodes : total] = rows
        self.nodes = total

    def keys(self, query: Floats, nodes: Sequence[int]) -> list[float]:
        """Return how far nodes are from a padded query [width]: the smaller, the nearer."""
        rows = self.rows[np.asarray(nodes, np.int64)]
        found = minus_dot(rows, query) if self.by_dot else squared_l2(rows, query)
        return found.tolist()
