"""Shifts by the maximum of all keys, hidden ones too: one huge hidden score makes every visible weight 0.

Who masks after exp and divides again, which is right until exp underflows.
caught by: test_hidden_key_with_huge_score
"""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    visible = True if mask is None else mask
    wide = np.promote_types(q.dtype, np.float32)
    scores = q.astype(wide) @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - peak) * visible
    total = weights.sum(axis=-1, keepdims=True)
    mixed = weights @ v
    return np.divide(mixed, total, where=total > 0, out=mixed).astype(q.dtype)
