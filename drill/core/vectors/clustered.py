"""Vectors to measure indexes on: overlapping clusters, each spread along directions of its own.

Leaves out measuring. Evenly spread vectors would not tell a good graph from a poor one.
"""

import numpy as np

from drill.core.infer.arrays import Floats

_NOISE, _BETWEEN_CENTERS = 0.15, 0.5
_CLUSTERS, _MOST_DIRECTIONS = 300, 64


def clustered(count: int, dimension: int, *, queries: int = 500, seed: int = 7) -> tuple[Floats, Floats]:
    """Return vectors [count, dimension] and queries [queries, dimension] of the same clusters, in float32."""
    rng, latent = np.random.default_rng(seed), max(1, min(_MOST_DIRECTIONS, dimension // 2))
    which = rng.choice(_CLUSTERS, count + queries, p=rng.dirichlet(np.full(_CLUSTERS, 2.0)))
    every = _NOISE * rng.standard_normal((count + queries, dimension)).astype(np.float32)
    for cluster in range(_CLUSTERS):
        mine = which == cluster
        center = _BETWEEN_CENTERS * rng.standard_normal(dimension).astype(np.float32)
        spread = rng.standard_normal((latent, dimension)).astype(np.float32) / np.float32(latent**0.5)
        every[mine] += center + rng.standard_normal((int(mine.sum()), latent)).astype(np.float32) @ spread
    return every[:count], every[count:]
