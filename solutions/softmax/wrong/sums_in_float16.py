"""Computes in the dtype that came in, float16 too: whoever keeps the dtype by never leaving it.

caught by: test_long_float16_columns, test_float16_vocabulary
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x)
    dtype = x.dtype if np.issubdtype(x.dtype, np.floating) else np.dtype(np.float64)
    weights = np.exp(x.astype(dtype) - x.astype(dtype).max(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True)
