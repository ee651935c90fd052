"""Shifts every row by the maximum of the whole array: rows far below it underflow to zeros.

Who drops axis and keepdims, as the shift "cancels anyway".
caught by: test_large_scores_in_different_rows, test_fresh_large_scores
"""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    visible = True if mask is None else mask
    wide = np.promote_types(q.dtype, np.float32)
    scores = q.astype(wide) @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    peak = scores.max(where=visible, initial=-np.inf)
    weights = np.exp(scores - peak, where=visible, out=np.zeros_like(scores))
    total = weights.sum(axis=-1, keepdims=True)
    mixed = weights @ v
    return np.divide(mixed, total, where=total > 0, out=mixed).astype(q.dtype)
