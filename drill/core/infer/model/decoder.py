"""What all decoder-only models share: the door, the cache, the last row's logits.

Leaves out the layers: llama.py and gpt2.py have one network each.
"""

from collections.abc import Sequence
from typing import Protocol

from drill.core.infer.arrays import Floats
from drill.core.infer.backends.base import Cache
from drill.core.infer.backends.checks import check_step
from drill.core.infer.backends.opset import OpSet, Step, Values
from drill.core.infer.cache.contiguous import ContiguousCache
from drill.core.infer.model.config import ModelConfig


class Network(Protocol):
    """The layers of one family over one op set."""

    def hidden(self, step: Step, cache: ContiguousCache) -> Values:
        """Return the vectors after the last layer, [T, D]; keys and values are stored in the cache."""

    def head(self, hidden: Values) -> Values:
        """Return logits, [T, vocabulary]."""


class Decoder:
    """A Model (backends/base.py) made of a network and the op set that its weights lie in."""

    def __init__(self, config: ModelConfig, network: Network, ops: OpSet) -> None:
        self.config = config
        self._network = network
        self._ops = ops

    def new_cache(self, capacity: int) -> ContiguousCache:
        """Return an empty cache for `capacity` tokens; InputError beyond the model's context."""
        return ContiguousCache(self.config, capacity, self._ops.buffer)

    def forward(
        self, tokens: Sequence[int], positions: Sequence[int], cache: Cache, *, every: bool = False
    ) -> Floats:
        """Return logits after the last token, [vocabulary], or of every token: see backends/base.py."""
        if not isinstance(cache, ContiguousCache):
            raise TypeError(f"this model keeps a ContiguousCache, got {type(cache).__name__}")
        cache.check_model(self.config)
        check_step(self.config, tokens, positions, cache)

        def body(step: Step) -> Values:
            hidden = self._network.hidden(step, cache)
            # the head is the largest matrix of a small model: one row of it is enough to go on
            return self._network.head(hidden if every else hidden[-1:])

        step = self._ops.step(tokens, positions, cache.length + len(tokens))
        logits = self._ops.floats(self._ops.compute(body, step, cache))
        cache.length += len(tokens)
        return logits if every else logits[0]
