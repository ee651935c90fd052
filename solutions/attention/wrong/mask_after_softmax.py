"""Takes the softmax over all keys and multiplies by the mask afterwards: visible weights no longer sum to 1.

Who takes the mask for a switch on the weights. Hidden values have no influence, so it looks right.
caught by: test_hidden_key, test_causal_mask
"""

import math

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    visible = True if mask is None else mask
    wide = np.promote_types(q.dtype, np.float32)
    scores = q.astype(wide) @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    peak = scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores - peak)
    total = weights.sum(axis=-1, keepdims=True)
    weights = weights / total * visible
    return (weights @ v).astype(q.dtype)
