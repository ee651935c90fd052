"""Shifts in place, in the array of the caller: whoever saves a copy that was not theirs to save.

caught by: test_input_is_not_changed
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x)
    dtype = x.dtype if np.issubdtype(x.dtype, np.floating) else np.dtype(np.float64)
    wide = np.asarray(x, dtype=np.promote_types(dtype, np.float32))
    wide -= wide.max(axis=axis, keepdims=True)
    weights = np.exp(wide)
    return (weights / weights.sum(axis=axis, keepdims=True)).astype(dtype)
