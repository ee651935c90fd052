"""Multiply-adds against Python's integers: equal, on whatever this machine has, and as plain LLVM."""

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.infer.arrays import Array
from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.forms import INT8, INT16
from drill.core.infer.backends.numba.jit import Kernel
from drill.core.infer.backends.numba.multiply import BY_TARGET, MultiplyAdd, multiply_add
from drill.core.infer.backends.numba.value import Value

BLOCK = {"pairs": 16, "quads": 8}
OPERATIONS = {
    "pairs": multiply_add(INT16),
    "quads": multiply_add(INT8),
    "generic pairs": BY_TARGET["generic"].pairs,
    "generic quads": BY_TARGET["generic"].quads,
}


def block_sum(operation: MultiplyAdd, words: int) -> Kernel:
    """Return the kernel that multiplies one block: rows of 64 bytes by rows of 64 bytes."""

    def multiply(code: Code, weights: Value, activations: Value, out: Value) -> None:
        sums = code.number(operation.kind, 0)
        for row in range(words):
            sums = operation.add(
                code, sums, code.words(weights + 64 * row), code.words(activations + 64 * row)
            )
        code.store(out, operation.finish(code, sums))

    return Kernel(multiply)


@pytest.mark.parametrize("name", OPERATIONS)
def test_sums_are_exact(name: str, rng: np.random.Generator, at: Callable[[Array], int]) -> None:
    words = BLOCK[name.rsplit(maxsplit=1)[-1]]
    per_word, kind, limit = (2, np.int16, 32767) if words == 16 else (4, np.int8, 127)
    weights = rng.integers(0, 16, (words, 16, per_word)).astype(kind)
    activations = rng.integers(-limit, limit + 1, (words, 16, per_word)).astype(kind)
    # the largest sums of either sign that a block can have
    weights[:, :2], activations[:, 0], activations[:, 1] = 15, limit, -limit
    found = np.zeros(16, np.int32)
    block_sum(OPERATIONS[name], words)(at(weights), at(activations), at(found))
    assert found.tolist() == (weights.astype(int) * activations.astype(int)).sum((0, 2)).tolist()
