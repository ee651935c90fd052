"""Subtracts the maximum in the integer type that came in, where it wraps: whoever converts at exp only.

caught by: test_narrow_integers
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x)
    dtype = x.dtype if np.issubdtype(x.dtype, np.floating) else np.dtype(np.float64)
    shifted = x - x.max(axis=axis, keepdims=True)
    weights = np.exp(shifted.astype(np.promote_types(dtype, np.float32)))
    return (weights / weights.sum(axis=axis, keepdims=True)).astype(dtype)
