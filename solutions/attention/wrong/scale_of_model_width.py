"""Divides by sqrt(heads * hd), the width of the model, where the width of one head is meant.

Who has d_k in mind from the paper and d_model from the config: with one head the two are equal.
caught by: test_scale_is_of_one_head
"""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    visible = True if mask is None else mask
    wide = np.promote_types(q.dtype, np.float32)
    heads = q.shape[-3] if q.ndim > 2 else 1
    scores = q.astype(wide) @ k.swapaxes(-1, -2) / math.sqrt(heads * q.shape[-1])
    peak = scores.max(axis=-1, keepdims=True, where=visible, initial=-np.inf)
    weights = np.exp(scores - peak, where=visible, out=np.zeros_like(scores))
    total = weights.sum(axis=-1, keepdims=True)
    mixed = weights @ v
    return np.divide(mixed, total, where=total > 0, out=mixed).astype(q.dtype)
