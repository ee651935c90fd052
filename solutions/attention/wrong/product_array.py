"""Multiplies every query with every key before summing over hd: an array of L x S x hd.

Who writes the dot product with broadcasting, in place of @. At 4,096 tokens and hd 128 it takes 17 GB a head.
caught by: test_memory
"""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    visible = True if mask is None else mask
    wide = np.promote_types(q.dtype, np.float32)
    products = q.astype(wide)[..., :, None, :] * k[..., None, :, :]
    scores = products.sum(axis=-1) / math.sqrt(q.shape[-1])
    peak = scores.max(axis=-1, keepdims=True, where=visible, initial=-np.inf)
    weights = np.exp(scores - peak, where=visible, out=np.zeros_like(scores))
    total = weights.sum(axis=-1, keepdims=True)
    mixed = weights @ v
    return np.divide(mixed, total, where=total > 0, out=mixed).astype(q.dtype)
