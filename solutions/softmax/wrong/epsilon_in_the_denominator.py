"""Adds an epsilon against a division by zero that cannot happen: whoever guards by habit.

caught by: test_three_logits, test_one_entry_a_slice
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x)
    dtype = x.dtype if np.issubdtype(x.dtype, np.floating) else np.dtype(np.float64)
    wide = x.astype(np.promote_types(dtype, np.float32))
    weights = np.exp(wide - wide.max(axis=axis, keepdims=True))
    return (weights / (weights.sum(axis=axis, keepdims=True) + 1e-9)).astype(dtype)
