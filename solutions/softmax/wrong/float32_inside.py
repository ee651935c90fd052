"""Casts float64 down to float32 before exp: whoever takes float32 as the working type of everything.

caught by: test_close_logits_in_float64, test_tiny_weights
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x)
    dtype = x.dtype if np.issubdtype(x.dtype, np.floating) else np.dtype(np.float64)
    wide = x.astype(np.float32)
    weights = np.exp(wide - wide.max(axis=axis, keepdims=True))
    return (weights / weights.sum(axis=axis, keepdims=True)).astype(dtype)
