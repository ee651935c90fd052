"""The two activations of the models here: SiLU (with SwiGLU's product) and GELU by tanh.

Leaves out the matrix products around them: the model (model/) has those.
"""

import math

import numpy as np

from drill.core.infer.arrays import Array
from drill.core.infer.ops.precision import widened

# from here on tanh is 1 to the last bit of a float64
SATURATED = 10.0


def silu(x: Array) -> Array:
    """Return x * sigmoid(x)."""
    # x: [...]
    x = widened(x)
    # exp of -|x| can't overflow, where exp(-x) would at x = -1000
    small = np.exp(-np.abs(x))
    return x * np.where(x >= 0, np.ones_like(small), small) / (1 + small)


def silu_mul(gate: Array, up: Array) -> Array:
    """Return silu(gate) * up, the inside of SwiGLU; the gate is the one that bends. Source: Shazeer 2020."""
    # gate, up: [..., hidden]
    return silu(gate) * up


def gelu_tanh(x: Array) -> Array:
    """Return x/2 * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3))), GPT-2's form. Source: Hendrycks 2016."""
    # x: [...]
    x = widened(x)
    # beyond this the result no longer changes, and a cube could overflow
    inner = np.clip(x, -SATURATED, SATURATED)
    bend = np.tanh(math.sqrt(2 / math.pi) * (inner + 0.044715 * inner**3))
    return 0.5 * x * (1 + bend)
