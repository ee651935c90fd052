"""Softmax by subtracting the largest logit of each slice, in float64 throughout."""

import numpy as np
from numpy.typing import ArrayLike


def softmax(x: ArrayLike, axis: int = -1) -> np.ndarray:
    """Return exp(x) divided by its sum along `axis`, in the float dtype of `x` (else float64)."""
    keeps_dtype = isinstance(x, np.ndarray) and np.issubdtype(x.dtype, np.floating)
    logits = np.asarray(x, dtype=np.float64)
    out_dtype = x.dtype if keeps_dtype else logits.dtype
    if logits.size == 0:
        return np.zeros(logits.shape, dtype=out_dtype)

    # The gap between two huge logits of opposite sign may overflow to -inf: its weight is 0 all the same.
    with np.errstate(over="ignore", under="ignore"):
        weights = np.exp(logits - logits.max(axis=axis, keepdims=True))
        probabilities = weights / weights.sum(axis=axis, keepdims=True)
        return probabilities.astype(out_dtype, copy=False)
