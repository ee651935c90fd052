"""Attention: each query takes a weighted mean of the values that it may see."""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Return softmax(q k^T / sqrt(hd)) v over the visible keys.

    Shapes: q (..., L, hd), k (..., S, hd), v (..., S, dv); mask broadcasts to (..., L, S), True = may see.
    Result: (..., L, dv) in the float dtype of q; zeros for a query that sees no key.
    """
    visible = True if mask is None else mask
    # a float16 score passes 65,504 easily; one wide operand widens all that follows
    wide = np.promote_types(q.dtype, np.float32)
    scores = q.astype(wide) @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])

    # hidden keys enter neither the maximum nor the sum, so that their scores can't matter
    peak = scores.max(axis=-1, keepdims=True, where=visible, initial=-np.inf)
    weights = np.exp(scores - peak, where=visible, out=np.zeros_like(scores))
    total = weights.sum(axis=-1, keepdims=True)

    # the best visible key weighs 1, so that a total of 0 means there is none: that row stays zeros
    mixed = weights @ v
    return np.divide(mixed, total, where=total > 0, out=mixed).astype(q.dtype)
