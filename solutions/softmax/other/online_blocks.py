"""Softmax from an online normalizer: a running maximum and a rescaled running sum, block by block."""

import numpy as np
from numpy.typing import ArrayLike

BLOCK = 512


def softmax(x: ArrayLike, axis: int = -1) -> np.ndarray:
    """Return exp(x) divided by its sum along `axis`, in the float dtype of `x` (else float64)."""
    is_float_array = isinstance(x, np.ndarray) and x.dtype.kind == "f"
    source = x if is_float_array else np.asarray(x, dtype=np.float64)
    rows = np.moveaxis(source, axis, -1)
    result = np.empty(rows.shape, dtype=source.dtype)

    # `peak` is the largest logit seen so far, `total` the sum of exp(logit - peak) so far.
    # The lowest finite number as a start, not -inf, so that -inf - peak never becomes NaN.
    peak = np.full(rows.shape[:-1] + (1,), np.finfo(np.float64).min)
    total = np.zeros_like(peak)
    with np.errstate(over="ignore", under="ignore"):
        for start in range(0, rows.shape[-1], BLOCK):
            block = rows[..., start : start + BLOCK].astype(np.float64)
            new_peak = np.maximum(peak, block.max(axis=-1, keepdims=True, initial=-np.inf))
            total *= np.exp(peak - new_peak)
            total += np.exp(block - new_peak).sum(axis=-1, keepdims=True)
            peak = new_peak

        for start in range(0, rows.shape[-1], BLOCK):
            block = rows[..., start : start + BLOCK].astype(np.float64)
            result[..., start : start + BLOCK] = np.exp(block - peak) / total

    return np.moveaxis(result, -1, axis)
