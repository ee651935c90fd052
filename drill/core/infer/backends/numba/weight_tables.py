"""The tables that point at weights: a layer's norms and forms, a thread's rows of each matrix.

Leaves out packing them (matrices.py) and everything that isn't a weight (plan.py).
"""

import numpy as np

from drill.core.infer.arrays import Array, Floats
from drill.core.infer.backends.numba.forms import FORMS
from drill.core.infer.backends.numba.matrices import Share
from drill.core.infer.backends.numba.memory import Memory
from drill.core.infer.backends.numba.records import (
    DOWN,
    GATE,
    KEY,
    LAYER,
    MATRICES,
    OUTPUT,
    QUERY,
    SEGMENT,
    UP,
    VALUE,
)
from drill.core.infer.backends.numba.rows import ROW_KERNELS
from drill.core.infer.backends.numba.tiles import TILE_KERNELS, WIDENERS, wide_bytes
from drill.core.infer.backends.numba.turns import pairs_side_by_side
from drill.core.infer.backends.numba.value import ROWS
from drill.core.infer.weights.checkpoint import Checkpoint

# the matrices before which activations are encoded together
PHASES = {
    "attention_forms": (QUERY, KEY, VALUE),
    "output_forms": (OUTPUT,),
    "feed_forms": (GATE, UP),
    "down_forms": (DOWN,),
}


class WeightTables:
    """LAYER [layers], SEGMENT [threads, layers, 7] and SEGMENT [threads] of the head."""

    def __init__(self, checkpoint: Checkpoint, shares: list[list[Share]], memory: Memory) -> None:
        self._checkpoint = checkpoint
        self._config = checkpoint.config
        self._memory = memory
        self._first = shares[0]
        most = max(share.matrix.tensor.shape[0] for share in self._first) + ROWS
        self._zeros = memory.keep(np.zeros(most, np.float32))
        self._layers = np.concatenate([self._layer(number) for number in range(self._config.layers)])
        self._segments = np.array(
            [[self._segment(share) for share in thread[:-1]] for thread in shares], SEGMENT
        )
        queries, keys = (
            heads * self._config.head_dim for heads in (self._config.heads, self._config.kv_heads)
        )
        self._segments["lands"][:, KEY :: len(MATRICES)] += queries
        self._segments["lands"][:, VALUE :: len(MATRICES)] += queries + keys
        self._heads = np.array([self._segment(thread[-1]) for thread in shares], SEGMENT)
        for number in range(self._config.layers):
            self._add_biases(number)

    def fields(self) -> dict[str, int]:
        """Return the plan's fields about weights."""
        return {
            "layer_table": self._memory.keep(self._layers),
            "segment_table": self._memory.keep(self._segments),
            "head_table": self._memory.keep(self._heads),
            "head_norm": self._vector("output_norm.weight"),
            "head_forms": _forms([self._first[-1]]),
        }

    def _layer(self, number: int) -> Array:
        config, block = self._config, f"blk.{number}"
        table = np.zeros(1, LAYER)
        table["attention_norm"] = self._vector(f"{block}.attn_norm.weight")
        table["feed_norm"] = self._vector(f"{block}.ffn_norm.weight")
        if config.qk_norm:
            # one weight vector serves all heads
            order = pairs_side_by_side(config, 1)
            table["query_norm"] = self._vector(f"{block}.attn_q_norm.weight", order)
            table["key_norm"] = self._vector(f"{block}.attn_k_norm.weight", order)
        mine = self._first[number * len(MATRICES) : (number + 1) * len(MATRICES)]
        for field, numbers in PHASES.items():
            table[field] = _forms([mine[matrix] for matrix in numbers])
        return table

    def _segment(self, share: Share) -> tuple[int, ...]:
        matrix, layout = share.matrix, share.matrix.layout
        form = layout.form
        kernels = ROW_KERNELS[layout.name], WIDENERS[layout.name], TILE_KERNELS[form.name]
        first = share.groups.start * ROWS
        return (
            *(kernel.address for kernel in kernels),
            self._memory.keep(share.weights), first, len(share.groups), matrix.blocks, first,
            layout.size, wide_bytes(form), FORMS.index(form), self._zeros,
        )  # fmt: skip

    def _add_biases(self, number: int) -> None:
        if not self._config.qkv_bias:
            return
        for matrix in (QUERY, KEY, VALUE):
            order = self._first[number * len(MATRICES) + matrix].matrix.order
            bias = self._vector(f"blk.{number}.{MATRICES[matrix]}.bias", order)
            self._segments["start"][:, number * len(MATRICES) + matrix] = bias

    def _vector(self, name: str, order: Array | None = None) -> int:
        values: Floats = self._checkpoint.tensors[name].floats()
        # a copy: kernels want floats that start on a multiple of 4 bytes
        return self._memory.keep(np.array(values if order is None else values[order], np.float32))


def _forms(shares: list[Share]) -> int:
    """Return the forms that matrices take, one bit each."""
    return sum({1 << FORMS.index(share.matrix.layout.form) for share in shares})
