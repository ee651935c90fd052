"""What near means: squared L2, inner product, cosine; and the one place where vectors are normalized.

Every index orders by a *key*, the smaller the nearer: the squared L2 distance, or minus the inner product.
Leaves out the sums themselves (lanes.py, flat.py) and refusals (checks.py).
"""

from typing import Literal, get_args

import numpy as np

from drill.core.infer.arrays import Array, Floats

Metric = Literal["l2", "ip", "cosine"]
METRICS: tuple[Metric, ...] = get_args(Metric)


def prepared(vectors: Floats, metric: Metric) -> Floats:
    """Return a copy [n, d] to store or to ask with: under cosine of unit length.

    A zero vector has no direction: it stays zero, and its cosine distance to everything is 1.
    """
    # adding 0 turns -0 into 0, so that equal vectors have equal bytes
    copied = vectors + np.float32(0)
    return normalized(copied) if metric == "cosine" else copied


def normalized(vectors: Floats) -> Floats:
    """Return vectors [n, d] of length 1; zeros stay zeros."""
    wide = vectors.astype(np.float64)
    # in float64: the square of 1e-30 is 0 in float32
    lengths = np.linalg.norm(wide, axis=1, keepdims=True)
    unit: Floats = (wide / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return unit


def reported(keys: Floats, metric: Metric) -> Floats:
    """Return what a caller sees of keys: squared L2, minus the inner product, or 1 - cos within [0, 2].

    The infinite key of a place without a result stays infinite.
    """
    if metric != "cosine":
        return keys
    distances: Floats = np.where(np.isinf(keys), keys, np.clip(1 + keys, 0, 2))
    return distances


def keys64(rows: Array, queries: Array, metric: Metric) -> Array:
    """Return keys [q, n] in float64, difference by difference: slow, and the judge of everything else."""
    wide, asked = rows.astype(np.float64), queries.astype(np.float64)
    if metric != "l2":
        return -(asked @ wide.T)
    return np.stack([np.square(wide - one).sum(axis=1) for one in asked]).reshape(len(asked), len(wide))
