"""SiLU and GELU against their formulas, and far from zero."""

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.infer.ops.activations import gelu_erf, gelu_tanh, silu, silu_mul

numbers = st.floats(-80, 80, width=32)


def one(x: float) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    return np.array([x], dtype=np.float32)


@settings(max_examples=80, deadline=None)
@given(numbers)
def test_silu_is_the_formula(x: float) -> None:
    np.testing.assert_allclose(silu(one(x)), [x / (1 + math.exp(-x))], rtol=1e-6, atol=1e-37)


@settings(max_examples=80, deadline=None)
@given(numbers)
def test_gelu_is_the_formula(x: float) -> None:
    expected = x / 2 * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)))
    np.testing.assert_allclose(gelu_tanh(one(x)), [expected], rtol=1e-5, atol=3e-7)


@settings(max_examples=80, deadline=None)
@given(numbers)
def test_exact_gelu_is_the_formula(x: float) -> None:
    # erfc keeps the digits below zero that 1 + erf loses
    expected = x / 2 * math.erfc(-x / math.sqrt(2))
    np.testing.assert_allclose(gelu_erf(one(x)), [expected], rtol=3e-7, atol=5e-7)


def test_exact_gelu_at_zero_and_beside_it() -> None:
    assert gelu_erf(np.array([0.0, -0.0], np.float32)).tolist() == [0, 0]
    x = np.linspace(-6, 6, 2001, dtype=np.float32)
    expected = [float(one) / 2 * math.erfc(-float(one) / math.sqrt(2)) for one in x]
    assert abs(gelu_erf(x) - expected).max() < 5e-7
    # the two forms are not one
    assert abs(gelu_erf(x) - gelu_tanh(x)).max() > 1e-4


def test_far_out_nothing_overflows() -> None:
    far = np.array([-1e30, -1000.0, 1000.0, 1e30], dtype=np.float32)
    np.testing.assert_array_equal(silu(far), [0, 0, 1000, far[3]])
    np.testing.assert_array_equal(gelu_tanh(far), [0, 0, 1000, far[3]])
    np.testing.assert_array_equal(gelu_erf(far), [0, 0, 1000, far[3]])


def test_gelu_is_the_tanh_form() -> None:
    exact = 0.5 * (1 + math.erf(1 / math.sqrt(2)))
    np.testing.assert_allclose(gelu_tanh(one(1.0)), [0.8411920], rtol=1e-6)
    assert abs(float(gelu_tanh(one(1.0))[0]) - exact) > 1e-4


def test_the_gate_bends_and_up_does_not() -> None:
    np.testing.assert_allclose(silu_mul(one(-2.0), one(3.0)), [-6 / (1 + math.exp(2))], rtol=1e-6)
