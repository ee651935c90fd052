"""Hides keys by boolean indexing, which doesn't broadcast: it wants a mask of whole axes.

Who tries it on one causal mask of (L, S); masks of (L, 1) or (batch, 1, 1, S) raise.
caught by: test_mask_of_queries, test_mask_of_sequences
"""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    wide = np.promote_types(q.dtype, np.float32)
    scores = q.astype(wide) @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores[..., ~mask] = -np.inf
    peak = scores.max(axis=-1, keepdims=True)
    peak[np.isneginf(peak)] = 0
    weights = np.exp(scores - peak)
    total = weights.sum(axis=-1, keepdims=True)
    mixed = weights @ v
    return np.divide(mixed, total, where=total > 0, out=mixed).astype(q.dtype)
