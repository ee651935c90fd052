"""Softmax and its logarithm along the last axis.

Leaves out temperature and masks: those change the logits before they come here.
"""

import numpy as np

from drill.core.infer.arrays import Array
from drill.core.infer.ops.precision import widened


def softmax(x: Array) -> Array:
    """Return exp(x) / sum(exp(x)) along the last axis; a row of -inf alone gives zeros."""
    # x: [..., N]
    weights = np.exp(_shifted(x))
    return weights / _total(weights)


def log_softmax(x: Array) -> Array:
    """Return log(softmax(x)) along the last axis; a row of -inf alone gives -inf."""
    # x: [..., N]
    shifted = _shifted(x)
    return shifted - np.log(_total(np.exp(shifted)))


def _shifted(x: Array) -> Array:
    x = widened(x)
    top = np.max(x, axis=-1, keepdims=True)
    # exp never sees more than 0; a row of -inf has no top to subtract, and -inf - -inf would be NaN
    return x - np.where(top == -np.inf, np.zeros_like(top), top)


def _total(weights: Array) -> Array:
    total = np.sum(weights, axis=-1, keepdims=True)
    return np.where(total == 0, np.ones_like(total), total)
