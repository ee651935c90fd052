"""Shifts every slice by the maximum of the whole array: whoever tried one row only.

caught by: test_rows_far_apart, test_fresh_rows_of_any_size
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x)
    dtype = x.dtype if np.issubdtype(x.dtype, np.floating) else np.dtype(np.float64)
    wide = x.astype(np.promote_types(dtype, np.float32))
    weights = np.exp(wide - wide.max())
    return (weights / weights.sum(axis=axis, keepdims=True)).astype(dtype)
