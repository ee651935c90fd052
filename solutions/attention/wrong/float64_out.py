"""Returns float64 whatever comes in.

Who converts to be safe and forgets the way back: the next layer then needs twice the memory.
caught by: test_float32, test_float16
"""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    visible = True if mask is None else mask
    wide = np.float64
    scores = q.astype(wide) @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    peak = scores.max(axis=-1, keepdims=True, where=visible, initial=-np.inf)
    weights = np.exp(scores - peak, where=visible, out=np.zeros_like(scores))
    total = weights.sum(axis=-1, keepdims=True)
    mixed = weights @ v
    return np.divide(mixed, total, where=total > 0, out=mixed)
