"""Clips the logits so that exp cannot overflow: whoever silences the warning instead of shifting.

caught by: test_large_logits
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x)
    dtype = x.dtype if np.issubdtype(x.dtype, np.floating) else np.dtype(np.float64)
    wide = np.clip(x.astype(np.promote_types(dtype, np.float32)), -80, 80)
    weights = np.exp(wide)
    return (weights / weights.sum(axis=axis, keepdims=True)).astype(dtype)
