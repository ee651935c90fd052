"""Fills with -inf and stops there: a row that sees no key becomes -inf - (-inf), which is NaN.

Who tests causal masks only, where each query sees at least itself.
caught by: test_row_without_keys, test_nothing_visible
"""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    visible = True if mask is None else mask
    wide = np.promote_types(q.dtype, np.float32)
    scores = q.astype(wide) @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    scores = np.where(visible, scores, -np.inf)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - peak)
    total = weights.sum(axis=-1, keepdims=True)
    mixed = weights @ v
    return (mixed / total).astype(q.dtype)
