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
    assert multiplied(name, weights, activations, at) == exact(weights, activations)


@pytest.mark.parametrize("name", [name for name in OPERATIONS if name.endswith("pairs")])
@pytest.mark.parametrize(("weight", "words"), [(15 * 256, 4), (15 * 16, 4), (255, 16)])
def test_the_largest_sums_of_a_block_are_exact(
    name: str, weight: int, words: int, at: Callable[[Array], int]
) -> None:
    """Nibbles that masks left 256 or 16 times too large: a word of each row; bytes: all words."""
    weights = np.full((words, 16, 2), weight, np.int16)
    activations = np.full((words, 16, 2), 32767, np.int16)
    activations[:, 8:] *= -1
    sums = exact(weights, activations)
    assert multiplied(name, weights, activations, at) == sums
    assert max(sums) <= 1_006_602_240 < 2**31 / 2


def multiplied(name: str, weights: Array, activations: Array, at: Callable[[Array], int]) -> list[int]:
    found = np.zeros(16, np.int32)
    block_sum(OPERATIONS[name], len(weights))(at(weights), at(activations), at(found))
    sums: list[int] = found.tolist()
    return sums


def exact(weights: Array, activations: Array) -> list[int]:
    sums: list[int] = (weights.astype(int) * activations.astype(int)).sum((0, 2)).tolist()
    return sums
