"""Puts the reduced axis back at the end instead of keeping it: whoever writes [..., None] for keepdims.

caught by: test_columns_of_a_square, test_every_axis_of_a_cube
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x)
    dtype = x.dtype if np.issubdtype(x.dtype, np.floating) else np.dtype(np.float64)
    wide = x.astype(np.promote_types(dtype, np.float32))
    weights = np.exp(wide - wide.max(axis=axis)[..., None])
    return (weights / weights.sum(axis=axis)[..., None]).astype(dtype)
