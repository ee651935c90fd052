"""Returns float64 whatever came in: whoever converts first and does not convert back.

caught by: test_float32_is_kept, test_float16_is_kept
"""

import numpy as np


def softmax(x, axis=-1):
    x = np.asarray(x, dtype=np.float64)
    weights = np.exp(x - x.max(axis=axis, keepdims=True))
    return weights / weights.sum(axis=axis, keepdims=True)
