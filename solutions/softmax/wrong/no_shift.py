"""Takes exp of the logits as they are: whoever types the formula out of the textbook.

caught by: test_large_logits, test_wide_spread_in_a_row
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x)
    dtype = x.dtype if np.issubdtype(x.dtype, np.floating) else np.dtype(np.float64)
    wide = x.astype(np.promote_types(dtype, np.float32))
    weights = np.exp(wide)
    return (weights / weights.sum(axis=axis, keepdims=True)).astype(dtype)
