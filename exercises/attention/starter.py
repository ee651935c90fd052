"""Attention: each query takes a weighted mean of the values that it may see."""

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Return softmax(q k^T / sqrt(hd)) v over the visible keys.

    Shapes: q (..., L, hd), k (..., S, hd), v (..., S, dv); mask broadcasts to (..., L, S), True = may see.
    Result: (..., L, dv) in the float dtype of q; zeros for a query that sees no key.
    """
    raise NotImplementedError
