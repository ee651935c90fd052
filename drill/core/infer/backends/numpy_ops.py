"""The op set on numpy in float32: always there, and what every other backend is held against.

Leaves out the formulas (ops/) and the choice of threads: the BLAS under numpy has its own.
"""

from collections.abc import Callable, Sequence

import numpy as np

from drill.core.infer.arrays import Floats, Ints
from drill.core.infer.backends.opset import Step, Values
from drill.core.infer.model.config import Pairing
from drill.core.infer.ops import masks, rope
from drill.core.infer.ops.activations import gelu_erf, gelu_tanh, silu_mul
from drill.core.infer.ops.batched_attention import batched_attention
from drill.core.infer.ops.layernorm import layernorm
from drill.core.infer.ops.rmsnorm import rmsnorm


class NumpyOps:
    """See OpSet for shapes."""

    def put(self, values: Floats) -> Floats:
        """Return the values in rows that BLAS reads in order."""
        return np.ascontiguousarray(values, dtype=np.float32)

    def put_exact(self, values: rope.Frequencies) -> rope.Frequencies:
        """Return them as they are."""
        return values

    def floats(self, values: Floats) -> Floats:
        """Return them as they are."""
        return values

    def buffer(self, *shape: int) -> Floats:
        """Return zeros; the system gives the memory page by page when it is written."""
        return np.zeros(shape, dtype=np.float32)

    def step(self, tokens: Sequence[int], positions: Sequence[int], span: int) -> Step:
        """Return ids and positions as int64."""
        return Step(np.array(tokens, dtype=np.int64), np.array(positions, dtype=np.int64), span)

    def compute(self, body: Callable[[Step], Values], step: Step, cache: object) -> Floats:
        """Return body(step)."""
        return body(step)

    def embed(self, table: Floats, ids: Ints) -> Floats:
        """Return rows of the table."""
        return table[ids]

    def linear(self, x: Floats, weight: Floats, bias: Floats | None = None) -> Floats:
        """Return x weight' + bias."""
        # x: [T, in], weight: [out, in] -> [T, out]
        product = x @ weight.T
        return product if bias is None else product + bias

    def rmsnorm(self, x: Floats, weight: Floats, *, eps: float) -> Floats:
        """See ops/rmsnorm.py."""
        return rmsnorm(x, weight, eps=eps)

    def layernorm(self, x: Floats, weight: Floats, bias: Floats, *, eps: float) -> Floats:
        """See ops/layernorm.py."""
        return layernorm(x, weight, bias, eps=eps)

    def rotation(self, positions: Ints, frequencies: rope.Frequencies) -> rope.Rotation:
        """See ops/rope.py."""
        return rope.rotation(positions, frequencies)

    def rotate(self, x: Floats, by: tuple[Floats, Floats], *, pairing: Pairing) -> Floats:
        """See ops/rope.py."""
        return rope.rotate(x, rope.Rotation(*by), pairing=pairing)

    def visible(self, positions: Ints, slots: int, window: int | None) -> Floats | None:
        """Return a mask to add to the scores; None when every token sees every slot, as in decoding."""
        seen = masks.visible(positions, slots, window)
        return None if seen.all() else masks.additive(seen)

    def store(self, buffer: Floats, x: Floats, positions: Ints) -> None:
        """Write [T, KV, d] into the slots `positions` of [KV, slots, d]."""
        buffer[:, positions] = x.transpose(1, 0, 2)

    def attention(self, q: Floats, k: Floats, v: Floats, seen: Floats | None) -> Floats:
        """Return attention of [T, H, d] over [KV, S, d], [T, H * d]."""
        mixed = batched_attention(q.transpose(1, 0, 2), k, v, seen)
        return mixed.transpose(1, 0, 2).reshape(len(q), -1)

    def silu_mul(self, gate: Floats, up: Floats) -> Floats:
        """See ops/activations.py."""
        return silu_mul(gate, up)

    def gelu(self, x: Floats) -> Floats:
        """See ops/activations.py."""
        return gelu_tanh(x)

    def gelu_erf(self, x: Floats) -> Floats:
        """See ops/activations.py."""
        return gelu_erf(x)
