"""An HNSW index over L2 distance."""

from collections.abc import Sequence

import numpy as np


def select_neighbors(
    q: np.ndarray, candidates: Sequence[int], vectors: Sequence[np.ndarray], m: int
) -> list[int]:
    """Return up to m of the candidate ids, nearest to q first, each nearer to q than to all kept before it.

    q has shape (dim,); vectors[i] is the vector of id i, of the same shape.
    """
    raise NotImplementedError


class HNSW:
    """Layers of proximity graphs: `layers[l][i]` lists what id i links to on layer l, `visited` counts distances."""

    def __init__(self, dim: int, M: int = 16, ef_construction: int = 100, seed: int = 0) -> None:
        """Start empty; `seed` decides the levels of the points to come."""
        raise NotImplementedError

    def insert(self, v: np.ndarray) -> int:
        """Add a vector of shape (dim,) and return its id: 0, 1, 2, ..."""
        raise NotImplementedError

    def search(self, q: np.ndarray, k: int, ef: int, filter: np.ndarray | None = None) -> list[int]:
        """Return up to k ids, nearest to q first; with a filter only ids for which it is True.

        Raises ValueError if ef is below k.
        """
        raise NotImplementedError
