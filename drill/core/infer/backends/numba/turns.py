"""RoPE as the kernels want it: each pair side by side, cosines and sines laid out for whole vectors.

Attention doesn't change when queries and keys are reordered alike, so rows of files that pair i with
i + rope_dims / 2 are reordered when packed. Leaves out the frequencies (ops/rope.py).
"""

from typing import NamedTuple

import numpy as np

from drill.core.infer.arrays import Floats, Ints
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.ops.rope import Frequencies, rotation


class Turns(NamedTuple):
    """Floats [tokens, head_dim] each; those for queries are scaled by 1 / sqrt(head_dim) as well."""

    cos: Floats
    sin: Floats
    query_cos: Floats
    query_sin: Floats


def turns(config: ModelConfig, positions: Ints, per_position: Frequencies) -> Turns:
    """Return out = x * cos + neighbor * sin for tokens at `positions`; dims beyond rope_dims don't turn."""
    angles = rotation(positions, per_position)
    shape = (len(positions), config.head_dim)
    cos, sin = np.ones(shape, np.float32), np.zeros(shape, np.float32)
    cos[:, : config.rope_dims] = np.repeat(angles.cos, 2, axis=1)
    sin[:, 0 : config.rope_dims : 2] = -angles.sin
    sin[:, 1 : config.rope_dims : 2] = angles.sin
    scale = np.float32(config.head_dim**-0.5)
    return Turns(cos, sin, cos * scale, sin * scale)


def pairs_side_by_side(config: ModelConfig, heads: int) -> Ints:
    """Return the order of the rows of `heads` heads in which RoPE's pairs are neighbors."""
    order = np.arange(config.head_dim)
    if config.rope_pairing == "halves":
        half = config.rope_dims // 2
        order[0 : 2 * half : 2] = np.arange(half)
        order[1 : 2 * half : 2] = half + np.arange(half)
    return (np.arange(heads)[:, None] * config.head_dim + order).ravel()
