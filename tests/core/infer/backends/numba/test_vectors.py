"""Norm, rotation and SwiGLU against the ops of the numpy backend."""

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.infer.arrays import Array
from drill.core.infer.backends.numba.vectors import norm, rotate, swiglu
from drill.core.infer.ops.activations import silu_mul
from drill.core.infer.ops.rmsnorm import rmsnorm

Address = Callable[[Array], int]


@pytest.mark.parametrize("count", [16, 48, 96])
def test_norm(count: int, rng: np.random.Generator, at: Address) -> None:
    x, weight = rng.standard_normal((2, count)).astype(np.float32)
    eps, found = np.array([1e-3], np.float32), np.zeros(count, np.float32)
    norm(at(x), at(weight), count, at(eps), at(found))
    np.testing.assert_allclose(found, rmsnorm(x, weight, eps=1e-3), rtol=1e-5, atol=1e-6)


def test_norm_of_zeros_is_zeros(at: Address) -> None:
    x, eps = np.zeros(16, np.float32), np.array([1e-5], np.float32)
    found = np.ones(16, np.float32)
    norm(at(x), at(np.ones(16, np.float32)), 16, at(eps), at(found))
    assert not found.any()


def test_rotation_turns_neighbors(rng: np.random.Generator, at: Address) -> None:
    x = rng.standard_normal((3, 16)).astype(np.float32)
    angles = rng.uniform(-3, 3, 8)
    cos = np.repeat(np.cos(angles), 2).astype(np.float32)
    sin = np.stack([-np.sin(angles), np.sin(angles)], 1).ravel().astype(np.float32)
    found = np.zeros_like(x)
    rotate(at(x), 3, 16, at(cos), at(sin), at(found))
    turned = (x[:, ::2] + 1j * x[:, 1::2]) * np.exp(1j * angles)
    np.testing.assert_allclose(found[:, ::2] + 1j * found[:, 1::2], turned, atol=1e-6)


def test_swiglu_and_its_tails(rng: np.random.Generator, at: Address) -> None:
    gate, up = (rng.standard_normal((2, 64)) * 5).astype(np.float32)
    gate[:2] = -1000, 1000
    found = np.zeros(64, np.float32)
    swiglu(at(gate), at(up), 64, at(found))
    np.testing.assert_allclose(found, silu_mul(gate, up), rtol=2e-6, atol=1e-6)
