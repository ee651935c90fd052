"""Scaled dot-product attention, one query at a time: the obvious twin of the faster ones.

Leaves out speed (batched_attention.py) and long contexts (online_attention.py).
"""

import math

import numpy as np

from drill.core.infer.arrays import Array
from drill.core.infer.ops.precision import widened
from drill.core.infer.ops.softmax import softmax


def attention(q: Array, k: Array, v: Array, mask: Array) -> Array:
    """Return softmax(q k' / sqrt(D) + mask) v with D the head's size. Source: Vaswani et al. 2017.

    `mask` is added to the scores; a key under -inf is not even read, so that it may hold NaN. A query
    that sees no key gives zeros. Query head h reads KV head h // (H / KV). float32, or float64 where an
    argument is.
    """
    # q: [H, T, D], k and v: [KV, S, D], mask: [T, S] -> [H, T, D]
    q, k, v = widened(q), widened(k), widened(v)
    heads, queries, size = q.shape
    group = heads // len(k)
    out = np.zeros((heads, queries, v.shape[-1]), dtype=np.result_type(q, k, v, mask))
    for head in range(heads):
        for query in range(queries):
            seen = np.flatnonzero(mask[query] != -np.inf)
            keys, values = k[head // group, seen], v[head // group, seen]
            if len(seen):
                scores = keys @ q[head, query] / math.sqrt(size) + mask[query, seen]
                out[head, query] = softmax(scores) @ values
    return out
