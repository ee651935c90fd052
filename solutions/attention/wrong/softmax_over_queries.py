"""Normalizes over the queries (axis -2), as if each key shared itself out among them.

Who writes axis=0 or -2 by feel: with symmetric scores, such as q = k, nothing shows.
caught by: test_one_query_three_keys, test_more_keys_than_queries
"""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    visible = True if mask is None else mask
    wide = np.promote_types(q.dtype, np.float32)
    scores = q.astype(wide) @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    peak = scores.max(axis=-2, keepdims=True, where=visible, initial=-np.inf)
    weights = np.exp(scores - peak, where=visible, out=np.zeros_like(scores))
    total = weights.sum(axis=-2, keepdims=True)
    weights = np.divide(weights, total, where=total > 0, out=np.zeros_like(weights))
    return (weights @ v).astype(q.dtype)
