"""The KV cache of one sequence in half floats, in the order in which attention reads it (attention.py).

Leaves out blocks that sequences share.
"""

import numpy as np

from drill.core.infer.arrays import Array
from drill.core.infer.backends.checks import check_capacity, check_rewind, check_shape
from drill.core.infer.backends.numba.value import ROWS
from drill.core.infer.model.config import ModelConfig


class HalfCache:
    """Keys and values [layers, kv_heads, room * head_dim]; `length` of `capacity` tokens are in use."""

    def __init__(self, config: ModelConfig, capacity: int) -> None:
        """InputError unless 1 <= capacity <= config.context."""
        check_capacity(config, capacity)
        self.capacity = capacity
        self.length = 0
        # keys lie in blocks of 16 positions
        self.room = -(-capacity // ROWS) * ROWS
        self.keys: Array = np.zeros(self._shape(config), np.float16)
        self.values: Array = np.zeros(self._shape(config), np.float16)

    def check_model(self, config: ModelConfig) -> None:
        """Refuse with InputError a model of another shape: its kernels check no bounds."""
        layers, kv_heads, size = self.keys.shape
        check_shape(config, layers, kv_heads, size // self.room)

    def _shape(self, config: ModelConfig) -> tuple[int, int, int]:
        return config.layers, config.kv_heads, self.room * config.head_dim

    def rewind(self, length: int) -> None:
        """Forget all tokens from `length` on; InputError when fewer are held."""
        check_rewind(self.length, length)
        self.length = length
