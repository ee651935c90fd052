"""Fills hidden scores with -1e9: a row that sees no key gets the mean of all values.

Who copies the fill value of an old tutorial. It also lets a hidden key beat scores below -1e9.
caught by: test_row_without_keys, test_nothing_visible, test_visible_keys_with_tiny_scores
"""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    visible = True if mask is None else mask
    wide = np.promote_types(q.dtype, np.float32)
    scores = q.astype(wide) @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    scores = np.where(visible, scores, -1e9)
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - peak)
    total = weights.sum(axis=-1, keepdims=True)
    mixed = weights @ v
    return (mixed / total).astype(q.dtype)
