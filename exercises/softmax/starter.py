"""Softmax along one axis of a tensor of logits."""

import numpy as np
from numpy.typing import ArrayLike


def softmax(x: ArrayLike, axis: int = -1) -> np.ndarray:
    """Return exp(x) divided by its sum along `axis`.

    x: logits of any shape with at least one dimension; -inf has weight 0. Not changed.
    Returns a new array of the same shape, in the float dtype of `x`; float64 for integers and lists.
    """
    raise NotImplementedError
