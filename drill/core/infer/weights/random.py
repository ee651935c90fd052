"""Models of any shape with random weights: what tests and benchmarks run on when no file is at hand.

Leaves out a vocabulary: such a model speaks token ids only.
"""

import math

import numpy as np

from drill.core.infer.arrays import Floats
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.quantize import quantize
from drill.core.infer.weights.shapes import Shape, expected_shapes
from drill.core.infer.weights.tensor import Tensor


def random_checkpoint(config: ModelConfig, rng: np.random.Generator, format: str = "F32") -> Checkpoint:
    """Draw every tensor of `config`; matrices in `format`, vectors and positions in F32, as real files have.

    The same state of `rng` draws the same values for every format. InputError as in quantize.py.
    """
    tensors = {name: _drawn(name, shape, rng, format) for name, shape in expected_shapes(config)}
    return Checkpoint(config, tensors, None)


def packed(name: str, floats: Floats, format: str) -> Tensor:
    """Pack float32 of any shape, [n] or [rows, n], into a tensor; InputError as in quantize.py."""
    return Tensor(name, floats.shape, format, quantize(floats.reshape(-1, floats.shape[-1]), format))


def _drawn(name: str, shape: Shape, rng: np.random.Generator, format: str) -> Tensor:
    noise = rng.standard_normal(shape, dtype=np.float32)
    if len(shape) == 2:
        # variance 1 / in: what goes through a matrix keeps its size, however deep the model
        noise /= np.float32(math.sqrt(shape[1]))
        return packed(name, noise, "F32" if name == "position_embd.weight" else format)
    around = np.float32(0 if name.endswith(".bias") else 1)
    return packed(name, around + np.float32(0.1) * noise, "F32")
