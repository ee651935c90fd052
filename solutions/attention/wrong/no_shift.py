"""Takes exp of the bare scores: they overflow from about 710 in float64 and vanish below -745.

Who types the formula of the textbook.
caught by: test_large_scores_in_different_rows
"""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    visible = True if mask is None else mask
    wide = np.promote_types(q.dtype, np.float32)
    scores = q.astype(wide) @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    weights = np.exp(scores, where=visible, out=np.zeros_like(scores))
    total = weights.sum(axis=-1, keepdims=True)
    mixed = weights @ v
    return np.divide(mixed, total, where=total > 0, out=mixed).astype(q.dtype)
