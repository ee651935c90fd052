"""Attention as two batched matrix products: what the numpy backend runs.

Leaves out keys that hold NaN and are seen by some queries and not by others: attention.py keeps them apart.
"""

import math

from drill.core.infer.arrays import Array, Floats
from drill.core.infer.ops.masks import without_unseen
from drill.core.infer.ops.precision import widened
from drill.core.infer.ops.softmax import softmax


def batched_attention(q: Array, k: Array, v: Array, mask: Array | None = None) -> Floats:
    """Return what `attention` does; no mask means that each query sees each key.

    The query heads of a KV head lie one under the other, so that one product serves the group.
    """
    # q: [H, T, D], k and v: [KV, S, D], mask: [T, S] -> [H, T, D]
    q, k, v = widened(q), widened(k), widened(v)
    heads, queries, size = q.shape
    kv_heads, keys, _ = k.shape
    if mask is not None:
        k, v = without_unseen(k, mask), without_unseen(v, mask)
    grouped = q.reshape(kv_heads, -1, size)
    scores = grouped @ k.transpose(0, 2, 1) / math.sqrt(size)
    scores = scores.reshape(heads, queries, keys)
    weights = softmax(scores if mask is None else scores + mask)
    mixed = weights.reshape(kv_heads, -1, keys) @ v
    return mixed.reshape(heads, queries, -1)
