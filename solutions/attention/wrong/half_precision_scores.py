"""Computes the scores in the dtype of the input: float16 overflows to inf, and inf - inf is NaN.

Who casts at the end only, or nowhere.
caught by: test_float16
"""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    visible = True if mask is None else mask
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    peak = scores.max(axis=-1, keepdims=True, where=visible, initial=-np.inf)
    weights = np.exp(scores - peak, where=visible, out=np.zeros_like(scores))
    total = weights.sum(axis=-1, keepdims=True)
    mixed = weights @ v
    return np.divide(mixed, total, where=total > 0, out=mixed).astype(q.dtype)
