"""k-means: seeds far apart by k-means++, Lloyd's steps, and empty cells seeded anew.

Leaves out what cells are for (ivf.py, pq.py). Sources: Lloyd 1982; Arthur and Vassilvitskii 2007.
"""

import numpy as np

from drill.core.infer.arrays import Array, Floats
from drill.core.vectors.metrics import normalized

STEPS = 12
# vectors a cell that are looked at; more move the centers little
SAMPLE = 256
# of a thousand vectors each, a billion
MOST_CELLS = 1 << 20
# keys held at once
BLOCK = 1 << 22


def kmeans(vectors: Floats, cells: int, rng: np.random.Generator, *, spherical: bool = False) -> Floats:
    """Return centers [cells, d] of vectors [n, d], n >= cells; `spherical` ones have length 1."""
    if len(vectors) > SAMPLE * cells:
        vectors = vectors[np.sort(rng.choice(len(vectors), SAMPLE * cells, replace=False))]
    centers = _seeds(vectors, cells, rng)
    for _ in range(STEPS):
        centers = _means(vectors, centers)
        if spherical:
            centers = normalized(centers)
    return centers


def assign(vectors: Floats, centers: Floats, *, by_dot: bool) -> Array:
    """Return each vector's cell [n]: the nearest center, or the one with the largest inner product."""
    half = np.zeros(len(centers), np.float32) if by_dot else np.square(centers).sum(axis=1) / 2
    block = max(1, BLOCK // len(centers))
    starts = range(0, len(vectors), block)
    cells = [np.argmax(vectors[start : start + block] @ centers.T - half, axis=1) for start in starts]
    return np.concatenate(cells) if cells else np.empty(0, np.int64)


def _seeds(vectors: Floats, cells: int, rng: np.random.Generator) -> Floats:
    """k-means++: draw each next seed by the square of its distance to those before."""
    chosen = [int(rng.integers(len(vectors)))]
    squares = _squares_to(vectors, vectors[chosen[0]])
    while len(chosen) < cells:
        total = squares.sum()
        # all that is left are copies of seeds
        chances = squares / total if total > 0 else None
        chosen.append(int(rng.choice(len(vectors), p=chances)))
        squares = np.minimum(squares, _squares_to(vectors, vectors[chosen[-1]]))
    return vectors[chosen]


def _squares_to(vectors: Floats, center: Floats) -> Array:
    difference = vectors - center
    return np.einsum("ij,ij->i", difference, difference, dtype=np.float64)


def _means(vectors: Floats, centers: Floats) -> Floats:
    """Lloyd's step: centers go to the middle of their cells, empty ones to the furthest vectors."""
    cells = assign(vectors, centers, by_dot=False)
    counts = np.bincount(cells, minlength=len(centers))
    order = np.argsort(cells, kind="stable")
    filled = np.flatnonzero(counts)
    moved = centers.copy()
    starts = (np.cumsum(counts) - counts)[filled]
    moved[filled] = np.add.reduceat(vectors[order], starts, axis=0, dtype=np.float64) / counts[filled, None]
    empty = np.flatnonzero(counts == 0)
    if empty.size:
        difference = vectors - moved[cells]
        furthest = np.argsort(-np.einsum("ij,ij->i", difference, difference), kind="stable")
        moved[empty] = vectors[furthest[: empty.size]]
    return moved


def inertia(vectors: Floats, centers: Floats) -> float:
    """Return the mean squared distance to the nearest center: what k-means makes small."""
    difference = vectors - centers[assign(vectors, centers, by_dot=False)]
    return float(np.einsum("ij,ij->", difference, difference, dtype=np.float64) / len(vectors))
