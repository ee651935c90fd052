"""Who may look at whom: keys that each query sees, as truth values or as numbers to add to the scores.

Leaves out adding them to scores: attention does.
"""

import numpy as np
from numpy.typing import NDArray

from drill.core.infer.arrays import Array, Floats, Ints

Visible = NDArray[np.bool_]


def visible(positions: Ints, slots: int, window: int | None = None) -> Visible:
    """Say which of the keys 0 .. slots - 1 a query at each position sees: itself and what came before.

    With a window only the last `window` of those, itself among them.
    """
    # positions: [T] -> [T, slots]
    query, key = positions[:, None], np.arange(slots)[None, :]
    seen = key <= query
    return seen if window is None else seen & (key > query - window)


def causal(queries: int, keys: int, window: int | None = None) -> Visible:
    """Say what the last `queries` of `keys` tokens see: the last one every key (lower-right aligned)."""
    return visible(np.arange(keys - queries, keys), keys, window)


def additive(seen: Visible) -> Floats:
    """Return 0 where a key is seen and -inf where it is not."""
    return np.where(seen, np.float32(0), np.float32(-np.inf))


def without_unseen(kv: Array, mask: Array) -> Array:
    """Return keys or values with zeros where no query looks: a weight of zero times NaN would be NaN."""
    # kv: [KV, S, D], mask: [T, S]
    seen = (mask != -np.inf).any(axis=0)
    return kv if seen.all() else np.where(seen[:, None], kv, np.zeros_like(kv))
