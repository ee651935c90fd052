"""Half floats by plain integer steps against numpy: every half, and floats that lie between two."""

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.infer.arrays import Array, Floats
from drill.core.infer.backends.numba.code import Code
from drill.core.infer.backends.numba.halves import load_halves, narrow, to_halves, widen, within
from drill.core.infer.backends.numba.jit import Kernel
from drill.core.infer.backends.numba.value import FLOATS, SHORTS, Value


@Kernel
def widened_by_steps(code: Code, halves: Value, count: Value, out: Value) -> None:
    with code.loop(count, step=16) as i:
        code.store(out + i * 4, widen(code.load(SHORTS, halves + i * 2)))


@Kernel
def widened(code: Code, halves: Value, count: Value, out: Value) -> None:
    with code.loop(count, step=16) as i:
        code.store(out + i * 4, load_halves(code, halves + i * 2))


@Kernel
def narrowed_by_steps(code: Code, floats: Value, count: Value, out: Value) -> None:
    with code.loop(count, step=16) as i:
        code.store(out + i * 2, narrow(within(code.load(FLOATS, floats + i * 4))))


@Kernel
def narrowed(code: Code, floats: Value, count: Value, out: Value) -> None:
    with code.loop(count, step=16) as i:
        code.store(out + i * 2, to_halves(code, code.load(FLOATS, floats + i * 4)))


def finite_halves() -> Array:
    every = np.arange(2**16, dtype=np.uint16).view(np.float16)
    return every[np.isfinite(every)]


@pytest.mark.parametrize("kernel", [widened, widened_by_steps])
def test_every_finite_half_is_widened_exactly(kernel: Kernel, at: Callable[[Array], int]) -> None:
    halves = finite_halves()
    found = np.zeros(len(halves), np.float32)
    kernel(at(halves), len(halves), at(found))
    assert (found == halves.astype(np.float32)).all()


@pytest.mark.parametrize("kernel", [narrowed, narrowed_by_steps])
def test_floats_go_to_the_nearest_half(
    kernel: Kernel, rng: np.random.Generator, at: Callable[[Array], int]
) -> None:
    exact = finite_halves().astype(np.float32)
    # normal ones that need rounding, and ties
    between = rng.uniform(-60000, 60000, 4096).astype(np.float32) * np.float32(2.0) ** -rng.integers(
        0, 28, 4096
    )
    ties = np.float32(1) + np.arange(0, 16, dtype=np.float32) * np.float32(2.0**-11)
    floats: Floats = np.concatenate([exact, between[np.abs(between) > 2.0**-14], ties])
    floats = np.resize(floats, -(-len(floats) // 16) * 16).astype(np.float32)
    found = np.zeros(len(floats), np.float16)
    kernel(at(floats), len(floats), at(found))
    assert (found == floats.astype(np.float16)).all()


@pytest.mark.parametrize("kernel", [narrowed, narrowed_by_steps])
def test_what_no_half_holds(kernel: Kernel, at: Callable[[Array], int]) -> None:
    """On every CPU too large is the largest; infinity and NaN, whatever its bits, stay."""
    floats = np.array([65519, 65520, -65536, -1e9, 3.4e38, np.inf, -np.inf, *[np.nan] * 9], np.float32)
    floats.view(np.uint32)[8:] = 0x7FFFFFFF, 0xFFFFFFFF, 0x7F800001, 0xFF800001, *[0x7FC00000] * 4
    found = np.zeros(16, np.float16)
    kernel(at(floats), 16, at(found))
    assert found[:7].tolist() == [65504, 65504, -65504, -65504, 65504, np.inf, -np.inf]
    assert np.isnan(found[7:]).all()


@pytest.mark.parametrize("kernel", [widened, widened_by_steps])
def test_half_floats_of_infinity_and_nan_are_widened(kernel: Kernel, at: Callable[[Array], int]) -> None:
    halves = np.arange(2**16, dtype=np.uint16).view(np.float16)
    halves = halves[~np.isfinite(halves)]
    found = np.zeros(len(halves), np.float32)
    kernel(at(halves), len(halves), at(found))
    np.testing.assert_array_equal(found, halves.astype(np.float32))
