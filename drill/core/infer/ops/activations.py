"""The activations of the models here: SiLU (with SwiGLU's product), GELU exact and by tanh.

Leaves out the matrix products around them: the model (model/) has those.
"""

import math

import numpy as np

from drill.core.infer.arrays import Array
from drill.core.infer.ops.precision import widened

# from here on tanh is 1 to the last bit of a float64
SATURATED = 10.0
# of t, t^2, ... t^5 and of x in t = 1 / (1 + p x)
_ERF_TERMS = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
_ERF_P = 0.3275911


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


def gelu_erf(x: Array) -> Array:
    """Return x/2 * (1 + erf(x / sqrt(2))), BERT's form, within 5e-7. Source: Hendrycks 2016."""
    # x: [...]
    x = widened(x)
    upper = _upper_tail(np.abs(x))
    # below zero the tail itself is the answer: 1 - (1 - tail) would lose its digits
    return x * np.where(x < 0, upper, 1 - upper)


def _upper_tail(x: Array) -> Array:
    """Return the normal distribution's mass above x >= 0. Source: Abramowitz and Stegun 1964, 7.1.26."""
    z = x * (1 / math.sqrt(2))
    t = 1 / (1 + _ERF_P * z)
    total = np.zeros_like(t)
    # in place: fresh tables for every step would take longer than the sums
    for term in reversed(_ERF_TERMS):
        total += term
        total *= t
    # where the square would overflow, exp is 0 long before
    np.minimum(z, 2 * SATURATED, out=z)
    total *= np.exp(-np.square(z, out=z))
    total *= 0.5
    return total
