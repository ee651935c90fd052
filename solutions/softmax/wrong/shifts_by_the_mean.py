"""Shifts by the mean, which bounds nothing and is -inf beside a masked entry: whoever recalls standardizing.

caught by: test_minus_infinity, test_wide_spread_in_a_row
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x)
    dtype = x.dtype if np.issubdtype(x.dtype, np.floating) else np.dtype(np.float64)
    wide = x.astype(np.promote_types(dtype, np.float32))
    weights = np.exp(wide - wide.mean(axis=axis, keepdims=True))
    return (weights / weights.sum(axis=axis, keepdims=True)).astype(dtype)
