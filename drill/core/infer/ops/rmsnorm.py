"""RMSNorm: each vector scaled to unit root mean square, then by a weight a component.

Leaves out a mean and a bias: LayerNorm (layernorm.py) has those.
"""

import numpy as np

from drill.core.infer.arrays import Array, Floats
from drill.core.infer.ops.precision import widened


def rmsnorm(x: Array, weight: Floats, *, eps: float) -> Array:
    """Return x / sqrt(mean(x^2) + eps) * weight along the last axis. Source: Zhang and Sennrich 2019."""
    # x: [..., D], weight: [D]
    x = widened(x)
    mean_square = np.mean(np.square(x), axis=-1, keepdims=True)
    # eps stands inside the root: a vector of zeros would divide by zero
    return x / np.sqrt(mean_square + eps) * weight
