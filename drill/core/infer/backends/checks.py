"""What every backend refuses alike, whatever it computes with.

Leaves out files (weights/) and options of sampling (sampling/).
"""

from collections.abc import Sequence

from drill.core.errors import InputError
from drill.core.infer.backends.base import Cache
from drill.core.infer.model.config import ModelConfig


def check_step(config: ModelConfig, tokens: Sequence[int], positions: Sequence[int], cache: Cache) -> None:
    """Refuse with InputError what no model could compute."""
    held, new = cache.length, len(tokens)
    if not new:
        raise InputError("no tokens to compute; give at least one")
    if held + new > cache.capacity:
        raise InputError(
            f"{new} more tokens: the cache holds {held} of {cache.capacity}; take a larger one or fewer"
        )
    if list(positions) != list(range(held, held + new)):
        raise InputError(
            f"positions must go on from {held} by ones, one a token; rewind the cache or mend them"
        )
    strange = next((token for token in tokens if not 0 <= token < config.vocabulary), None)
    if strange is not None:
        raise InputError(
            f"token {strange}: {config.name} knows 0 to {config.vocabulary - 1}; encode the text anew"
        )


def check_capacity(config: ModelConfig, capacity: int) -> None:
    """Refuse with InputError a cache for no tokens, or for more than the model's context."""
    if not 1 <= capacity <= config.context:
        raise InputError(
            f"a cache of {capacity} tokens: {config.name} takes 1 to {config.context}: ask within"
        )


def check_shape(config: ModelConfig, layers: int, kv_heads: int, head_dim: int) -> None:
    """Refuse with InputError a model whose keys and values have another shape than a cache's."""
    if (layers, kv_heads, head_dim) != (config.layers, config.kv_heads, config.head_dim):
        raise InputError(
            f"the cache has {layers} layers of {kv_heads} KV heads of {head_dim}, {config.name} "
            f"{config.layers} of {config.kv_heads} of {config.head_dim}; take one from its new_cache"
        )


def check_rewind(held: int, length: int) -> None:
    """Refuse with InputError to go back to a length that the cache never had."""
    if not 0 <= length <= held:
        raise InputError(f"rewind to {length}: the cache holds {held} tokens; go back to 0 to {held}")
