"""e^x against numpy, where softmax and SwiGLU use it, and at its ends."""

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.infer.arrays import Array, Floats
from drill.core.infer.backends.numba.arithmetic import exp, nearest
from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.jit import Kernel
from drill.core.infer.backends.numba.value import Value


@Kernel
def exponentials(code: Code, x: Value, count: Value, out: Value) -> None:
    with code.loop(count, step=16) as i:
        code.store(out + i * 4, exp(code, code.floats(x + i * 4)))


@Kernel
def rounded(code: Code, x: Value, count: Value, out: Value) -> None:
    with code.loop(count, step=16) as i:
        code.store(out + i * 4, nearest(code.floats(x + i * 4)))


def test_exp_is_right_to_float32(at: Callable[[Array], int]) -> None:
    x: Floats = np.linspace(-80, 80, 16_000).astype(np.float32)
    found = np.zeros_like(x)
    exponentials(at(x), len(x), at(found))
    assert np.abs(found / np.exp(x.astype(np.float64)) - 1).max() < 1e-5
    near = np.abs(x) < 1
    assert np.abs(found / np.exp(x.astype(np.float64)) - 1)[near].max() < 3e-7


def test_exp_far_out_is_tiny_or_huge_but_finite(at: Callable[[Array], int]) -> None:
    x = np.repeat(np.array([-1e30, -1000, 1000, 1e30], np.float32), 4)
    found = np.zeros_like(x)
    exponentials(at(x), len(x), at(found))
    assert (found[:8] < 2e-38).all()
    assert (found[8:] > 1e38).all()
    assert np.isfinite(found).all()


def test_ties_go_to_even(at: Callable[[Array], int]) -> None:
    x: Floats = np.arange(-8, 8, dtype=np.float32) + np.float32(0.5)
    found = np.zeros(16, np.int32)
    rounded(at(x), 16, at(found))
    assert found.tolist() == np.rint(x).astype(int).tolist()


def test_exp_of_nan_is_nan(at: Callable[[Array], int]) -> None:
    x = np.array([np.nan, -np.nan, *[0] * 14], np.float32)
    found = np.zeros_like(x)
    exponentials(at(x), 16, at(found))
    assert np.isnan(found).tolist() == [True] * 2 + [False] * 14
