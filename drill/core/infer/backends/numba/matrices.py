"""A checkpoint's matrices as streams: for each thread one stretch of memory, in the order in which it reads.

A thread that reads on without a jump keeps the prefetcher busy across the ends of matrices. Leaves out what a
block looks like (packing.py) and the tables that point into the streams (plan.py).
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import prod
from typing import NamedTuple

import numpy as np

from drill.core.infer.arrays import Array, Bytes, Ints
from drill.core.infer.backends.numba.blocks import Layout, layout_of
from drill.core.infer.backends.numba.forms import BLOCK
from drill.core.infer.backends.numba.memory import page_aligned
from drill.core.infer.backends.numba.packing import pack
from drill.core.infer.backends.numba.turns import pairs_side_by_side
from drill.core.infer.backends.numba.value import ROWS
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.tensor import Tensor


class Matrix(NamedTuple):
    """A weight with its layout; `order` is the order of its rows, or None; `step` groups stay together."""

    tensor: Tensor
    layout: Layout
    order: Ints | None
    step: int

    @property
    def blocks(self) -> int:
        """Return the blocks a row."""
        return self.tensor.shape[1] // BLOCK

    def share(self, thread: int, threads: int) -> range:
        """Return the groups of a thread."""
        units = -(-self.tensor.shape[0] // (ROWS * self.step))
        first, last = (units * number // threads * self.step for number in (thread, thread + 1))
        return range(first, last)

    def size(self, groups: range) -> int:
        """Return the bytes that groups take."""
        return len(groups) * self.blocks * self.layout.size

    def pack(self, groups: range, out: Bytes) -> None:
        """Pack groups into uint8 [size(groups)]."""
        rows = slice(groups.start * ROWS, groups.stop * ROWS)
        data = self.tensor.data[rows] if self.order is None else self.tensor.data[self.order[rows]]
        pack(data, self.tensor.format, self.layout, out.reshape(len(groups), self.blocks, self.layout.size))


class Share(NamedTuple):
    """One thread's rows of a matrix, and where they lie."""

    matrix: Matrix
    groups: range
    weights: Bytes


def matrices(checkpoint: Checkpoint, activations: str) -> Iterator[Matrix]:
    """Yield the matrices in the order of use: seven a layer (records.MATRICES), then the head."""
    config = checkpoint.config
    for layer in range(config.layers):
        for name, heads in (("attn_q", config.heads), ("attn_k", config.kv_heads)):
            order = pairs_side_by_side(config, heads) if config.rope_pairing == "halves" else None
            yield _matrix(checkpoint, f"blk.{layer}.{name}", activations, order=order)
        yield _matrix(checkpoint, f"blk.{layer}.attn_v", activations)
        yield _matrix(checkpoint, f"blk.{layer}.attn_output", activations)
        # a thread encodes what it computed: whole blocks of the hidden vector
        yield _matrix(checkpoint, f"blk.{layer}.ffn_gate", activations, step=BLOCK // ROWS)
        yield _matrix(checkpoint, f"blk.{layer}.ffn_up", activations, step=BLOCK // ROWS)
        yield _matrix(checkpoint, f"blk.{layer}.ffn_down", activations)
    yield _matrix(checkpoint, "token_embd" if config.tied else "output", activations)


def bytes_per_weight(wanted: list[Matrix]) -> float:
    """Return how many bytes a weight of the matrices takes as it is kept, on average."""
    kept = sum(matrix.size(matrix.share(0, 1)) for matrix in wanted)
    return kept / sum(prod(matrix.tensor.shape) for matrix in wanted)


def streams(wanted: list[Matrix], threads: int) -> list[list[Share]]:
    """Pack all matrices; return each thread's shares, one a matrix."""
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda thread: _stream(wanted, thread, threads), range(threads)))


def _matrix(
    checkpoint: Checkpoint, name: str, activations: str, *, order: Ints | None = None, step: int = 1
) -> Matrix:
    tensor = checkpoint.tensors[f"{name}.weight"]
    return Matrix(tensor, layout_of(tensor.format, activations), order, step)


def _stream(wanted: list[Matrix], thread: int, threads: int) -> list[Share]:
    shares = [matrix.share(thread, threads) for matrix in wanted]
    sizes = [matrix.size(groups) for matrix, groups in zip(wanted, shares, strict=True)]
    ends = np.cumsum(sizes)
    stream = page_aligned(int(ends[-1]))
    found: list[Share] = []
    for matrix, groups, size, end in zip(wanted, shares, sizes, ends, strict=True):
        place: Array = stream[int(end) - size : int(end)]
        matrix.pack(groups, place)
        found.append(Share(matrix, groups, place))
    return found
