"""The KV cache of one sequence as one stretch of slots a layer: token i lies in slot i.

Slots beyond `length` hold zeros: a recorded step of torch reads some of them, and a weight of zero times a
NaN that a broken step left would be NaN. Leaves out blocks that sequences share.
"""

from collections.abc import Callable
from typing import Any

from drill.core.infer.backends.checks import check_capacity, check_rewind, check_shape
from drill.core.infer.model.config import ModelConfig


class ContiguousCache:
    """Keys and values a layer, each [kv_heads, capacity, head_dim]; `length` slots are in use."""

    def __init__(self, config: ModelConfig, capacity: int, buffer: Callable[..., Any]) -> None:
        """`buffer` makes an array of a shape; InputError unless 1 <= capacity <= config.context."""
        check_capacity(config, capacity)
        shape = (config.kv_heads, capacity, config.head_dim)
        self.capacity = capacity
        self.length = 0
        self.keys = [buffer(*shape) for _ in range(config.layers)]
        self.values = [buffer(*shape) for _ in range(config.layers)]

    def check_model(self, config: ModelConfig) -> None:
        """Refuse with InputError a model of another shape."""
        kv_heads, _, head_dim = self.keys[0].shape
        check_shape(config, len(self.keys), kv_heads, head_dim)

    def rewind(self, length: int) -> None:
        """Forget all tokens from `length` on; InputError when fewer are held."""
        check_rewind(self.length, length)
        for buffer in (*self.keys, *self.values):
            buffer[:, length : self.length] = 0
        self.length = length
