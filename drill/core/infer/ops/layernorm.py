"""LayerNorm: each vector moved to mean zero and scaled to variance one, then a weight and a bias.

Leaves out the norm without a mean that Llama has: rmsnorm.py.
"""

import numpy as np

from drill.core.infer.arrays import Array, Floats
from drill.core.infer.ops.precision import widened


def layernorm(x: Array, weight: Floats, bias: Floats, *, eps: float) -> Array:
    """Return (x - mean) / sqrt(variance + eps) * weight + bias on the last axis. Source: Ba et al. 2016."""
    # x: [..., D], weight and bias: [D]
    x = widened(x)
    centered = x - np.mean(x, axis=-1, keepdims=True)
    # the variance divides by D, not by D - 1
    variance = np.mean(np.square(centered), axis=-1, keepdims=True)
    return centered / np.sqrt(variance + eps) * weight + bias
