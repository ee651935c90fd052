"""What each backend offers: a model that turns tokens into logits, and a cache that it can rewind.

Leaves out choosing one (choose.py).
"""

from collections.abc import Sequence
from typing import Protocol

from drill.core.infer.arrays import Floats
from drill.core.infer.model.config import ModelConfig


class Cache(Protocol):
    """Keys and values of one sequence; `length` tokens are held, `capacity` fit."""

    @property
    def length(self) -> int: ...

    @property
    def capacity(self) -> int: ...

    def rewind(self, length: int) -> None:
        """Forget all tokens from `length` on; InputError when fewer are held."""


class Model(Protocol):
    """A loaded model; `forward` is the only thing that computes."""

    @property
    def config(self) -> ModelConfig: ...

    def new_cache(self, capacity: int) -> Cache:
        """Return an empty cache for `capacity` tokens; InputError beyond the model's context."""

    def forward(
        self, tokens: Sequence[int], positions: Sequence[int], cache: Cache, *, every: bool = False
    ) -> Floats:
        """Return the logits after the last token, [vocabulary]; of every token, [tokens, vocabulary].

        `positions` are absolute and go on from `cache.length`; keys and values are appended to the cache.
        InputError for an unknown token, a gap in the positions, or a full cache.
        """
