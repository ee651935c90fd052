"""Softmax along one axis of a tensor of logits."""

import numpy as np
from numpy.typing import ArrayLike


def softmax(x: ArrayLike, axis: int = -1) -> np.ndarray:
    """Return exp(x) divided by its sum along `axis`.

    x: logits of any shape with at least one dimension; -inf has weight 0. Not changed.
    Returns a new array of the same shape, in the float dtype of `x`; float64 for integers and lists.
    """
    x = np.asarray(x)
    dtype = x.dtype if np.issubdtype(x.dtype, np.floating) else np.dtype(np.float64)
    # float16 is summed in float32: its own sums stop growing at 2048 and overflow past 65504
    wide = x.astype(np.promote_types(dtype, np.float32))
    # softmax does not notice a shift, and after this one no exponent is above 0
    weights = np.exp(wide - wide.max(axis=axis, keepdims=True))
    shares = weights / weights.sum(axis=axis, keepdims=True)
    return shares.astype(dtype)
