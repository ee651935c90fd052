"""Rotary positions: pairs of components of each head turned by an angle that grows with the position.

Leaves out which pairing a file's rows want: config.rope_pairing says that.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drill.core.infer.arrays import Array, Floats, Ints
from drill.core.infer.model.config import LinearScaling, Llama3Scaling, Pairing, Scaling

Frequencies = NDArray[np.float64]


class Rotation(NamedTuple):
    """Cosine and sine of each token's angles: two arrays [T, rope_dims / 2]."""

    cos: Floats
    sin: Floats


def frequencies(*, rope_dims: int, theta: float, scaling: Scaling | None = None) -> Frequencies:
    """Return radians a position, [R/2]: pair i has theta^(-2i / R), R = rope_dims. Source: Su et al. 2021."""
    plain = theta ** (-np.arange(0, rope_dims, 2, dtype=np.float64) / max(rope_dims, 1))
    if scaling is None:
        return plain
    # a turn is position times frequency: dividing the one divides the other
    return plain / scaling.factor if isinstance(scaling, LinearScaling) else _llama3(plain, scaling)


def rotation(positions: Ints, per_position: Frequencies) -> Rotation:
    """Return the turn of tokens at absolute `positions`.

    Angles are float64: a position of 100,000 in half precision is off by whole turns.
    """
    # positions: [T], per_position: [R/2]
    angles = positions[:, None] * per_position
    return Rotation(np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32))


def rotate(x: Array, by: Rotation, *, pairing: Pairing) -> Array:
    """Turn each head of `x` counterclockwise; components from rope_dims on stay as they are."""
    # x: [T, H, D], by: [T, R/2] twice
    pairs = by.cos.shape[-1]
    first, second = _halves(pairs) if pairing == "halves" else _neighbours(pairs)
    cos, sin = by.cos[:, None, :], by.sin[:, None, :]
    turned = np.array(x)
    turned[..., first] = x[..., first] * cos - x[..., second] * sin
    turned[..., second] = x[..., first] * sin + x[..., second] * cos
    return turned


def _halves(pairs: int) -> tuple[slice, slice]:
    return slice(0, pairs), slice(pairs, 2 * pairs)


def _neighbours(pairs: int) -> tuple[slice, slice]:
    return slice(0, 2 * pairs, 2), slice(1, 2 * pairs, 2)


def _llama3(plain: Frequencies, scaling: Llama3Scaling) -> Frequencies:
    """Slow the long waves by `factor`, keep the short ones, blend between. Source: Llama 3.1's release."""
    # how often each pair turns within the original context
    turns = scaling.original_context * plain / (2 * math.pi)
    band = scaling.high_freq_factor - scaling.low_freq_factor
    kept = np.clip((turns - scaling.low_freq_factor) / band, 0, 1)
    return plain * (kept + (1 - kept) / scaling.factor)
