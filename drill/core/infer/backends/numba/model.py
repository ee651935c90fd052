"""The Llama family on packed weights: NumbaLlama is a Model (backends/base.py).

Leaves out GPT-2, sliding windows, and shapes that don't divide into blocks: `unsupported` says so.
"""

import threading
from collections.abc import Callable, Sequence

import numpy as np

from drill.core.infer.arrays import Floats
from drill.core.infer.backends.base import Cache
from drill.core.infer.backends.checks import check_step
from drill.core.infer.backends.numba.cache import HalfCache
from drill.core.infer.backends.numba.chunk import chunk
from drill.core.infer.backends.numba.crew import Crew
from drill.core.infer.backends.numba.forms import BLOCK
from drill.core.infer.backends.numba.matrices import matrices, streams
from drill.core.infer.backends.numba.plan import CHUNK, Plan
from drill.core.infer.backends.numba.records import ALL_LOGITS, LAST_LOGITS, NO_LOGITS
from drill.core.infer.backends.numba.step import step
from drill.core.infer.backends.numba.turns import turns
from drill.core.infer.backends.numba.value import ROWS
from drill.core.infer.backends.numba.warming import needed, warm
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.ops.rope import Frequencies, frequencies
from drill.core.infer.weights.blocks import to_floats
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.shapes import ROPE_FREQS

Progress = Callable[[int, int], None]


def unsupported(checkpoint: Checkpoint) -> str | None:
    """Return why the kernels can't run a checkpoint, or None when they can."""
    config = checkpoint.config
    if config.family != "llama":
        return f"its kernels are for the llama family, not {config.family}"
    if config.window is not None:
        return "its kernels know no sliding window"
    if config.head_dim % ROWS:
        return f"heads of {config.head_dim} don't divide into vectors of {ROWS}"
    sizes = {"width": config.width, "hidden size": config.hidden, "heads": config.heads * config.head_dim}
    uneven = next((name for name, size in sizes.items() if size % BLOCK), None)
    return uneven and f"its {uneven}, {sizes[uneven]}, doesn't divide into blocks of {BLOCK}"


class NumbaLlama:
    """A model on `threads` threads; one forward pass at a time, others wait.

    `activations` "int8" is for 4-bit weights alone: faster prefill, logits off by about 0.3 instead of 0.005.
    """

    def __init__(self, checkpoint: Checkpoint, *, threads: int, activations: str = "int16") -> None:
        """Pack the weights; compile nothing yet."""
        self._config = checkpoint.config
        self._checkpoint = checkpoint
        self._shares = streams(list(matrices(checkpoint, activations)), threads)
        self._crew = Crew(threads)
        self._plan: Plan | None = None
        self._lock = threading.Lock()
        self._frequencies = _frequencies(checkpoint)

    @property
    def config(self) -> ModelConfig:
        """Return the model's counts and constants."""
        return self._config

    def warm(self, progress: Progress = lambda _, __: None) -> None:
        """Compile all that this model needs, or read it from the cache; progress(done, total) each time."""
        if self._plan is None:
            warm(needed(self._shares[0], self._config), progress)
            self._plan = Plan(self._checkpoint, self._shares, self._crew.address)

    def close(self) -> None:
        """End the threads once nothing runs; happens by itself when the model is dropped."""
        with self._lock:
            self._crew.close()

    def new_cache(self, capacity: int) -> HalfCache:
        """Return an empty cache for `capacity` tokens; InputError beyond the model's context."""
        return HalfCache(self._config, capacity)

    def forward(
        self, tokens: Sequence[int], positions: Sequence[int], cache: Cache, *, every: bool = False
    ) -> Floats:
        """Return logits after the last token, [vocabulary], or of every token: see backends/base.py.

        RuntimeError after `close`.
        """
        if not isinstance(cache, HalfCache):
            raise TypeError(f"this model keeps a HalfCache, got {type(cache).__name__}")
        cache.check_model(self._config)
        check_step(self._config, tokens, positions, cache)
        with self._lock:
            self.warm()
            starts = range(0, len(tokens), CHUNK)
            parts = [self._chunk(tokens[i : i + CHUNK], cache, every, i == starts[-1]) for i in starts]
        return np.concatenate(parts) if every else parts[-1][0]

    def _chunk(self, tokens: Sequence[int], cache: HalfCache, every: bool, is_last: bool) -> Floats:
        """Run up to CHUNK tokens; return logits [tokens or 1 or 0, vocabulary]."""
        assert self._plan is not None
        count = len(tokens)
        turned = turns(self._config, np.arange(cache.length, cache.length + count), self._frequencies)
        want = ALL_LOGITS if every else LAST_LOGITS if is_last else NO_LOGITS
        logits = self._plan.ask(tokens=count, want=want, cache=cache, turns=turned)
        embedding = self._checkpoint.tensors["token_embd.weight"]
        self._plan.x[:count] = to_floats(embedding.data[list(tokens)], embedding.format)
        self._crew.run(step if count == 1 else chunk, self._plan.address)
        cache.length += count
        return np.array(logits[:, : self._config.vocabulary])


def _frequencies(checkpoint: Checkpoint) -> Frequencies:
    config = checkpoint.config
    plain = frequencies(rope_dims=config.rope_dims, theta=config.rope_theta, scaling=config.rope_scaling)
    divisors = checkpoint.tensors.get(ROPE_FREQS)
    return plain if divisors is None else plain / divisors.floats()
