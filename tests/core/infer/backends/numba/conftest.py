"""What the tests of kernels share: random numbers, addresses of arrays, shapes of models."""

from collections.abc import Callable

import numpy as np
import pytest

from drill.core.infer.arrays import Array
from drill.core.infer.model.config import ModelConfig


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(4)


@pytest.fixture
def at() -> Callable[[Array], int]:
    """Return the address of an array's first element."""
    return lambda array: int(array.ctypes.data)


@pytest.fixture
def plain() -> ModelConfig:
    """A small model whose query heads come in threes."""
    return ModelConfig(
        family="llama", name="toy", layers=2, width=64, heads=6, kv_heads=2, head_dim=32, hidden=96,
        vocabulary=100, context=640, eps=1e-5, rope_dims=32, rope_pairing="interleaved", tied=True,
    )  # fmt: skip
