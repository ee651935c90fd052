"""RMSNorm against a loop over math.fsum."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.infer.ops.rmsnorm import rmsnorm

vectors = st.lists(st.floats(-100, 100, width=32), min_size=1, max_size=17)


@settings(max_examples=60, deadline=None)
@given(vectors, st.sampled_from([1e-5, 1e-6]))
def test_is_the_loop(values: list[float], eps: float) -> None:
    weight = np.arange(1, len(values) + 1, dtype=np.float32)
    root = math.sqrt(math.fsum(x * x for x in values) / len(values) + eps)
    expected = [x / root * w for x, w in zip(values, weight.tolist(), strict=True)]
    got = rmsnorm(np.array(values, dtype=np.float32), weight, eps=eps)
    assert got.dtype == np.float32
    np.testing.assert_allclose(got, expected, rtol=2e-6, atol=1e-30)


def test_eps_stands_inside_the_root() -> None:
    x = np.full(4, 1e-3, dtype=np.float32)
    got = rmsnorm(x, np.ones(4, dtype=np.float32), eps=1e-6)
    np.testing.assert_allclose(got, 1 / math.sqrt(2), rtol=1e-6)


def test_zeros_stay_zeros() -> None:
    assert not rmsnorm(np.zeros((2, 3), dtype=np.float32), np.ones(3, dtype=np.float32), eps=1e-5).any()


def test_no_mean_is_taken_off() -> None:
    x = np.full(8, 3.0, dtype=np.float32)
    np.testing.assert_allclose(rmsnorm(x, np.ones(8, dtype=np.float32), eps=1e-6), 1, rtol=1e-6)


def test_squares_of_halves_do_not_overflow() -> None:
    x = np.full(4, 1000, dtype=np.float16)
    np.testing.assert_allclose(rmsnorm(x, np.ones(4, dtype=np.float32), eps=1e-6), 1, rtol=1e-6)
