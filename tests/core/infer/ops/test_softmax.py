"""Softmax against a loop over math.fsum, and the rows that are hard."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.infer.ops.softmax import log_softmax, softmax

logits = st.lists(st.floats(-1e4, 1e4, width=32), min_size=1, max_size=9)


def specification(row: list[float]) -> list[float]:
    top = max(row)
    weights = [math.exp(x - top) for x in row]
    return [weight / math.fsum(weights) for weight in weights]


@settings(max_examples=60, deadline=None)
@given(logits)
def test_is_the_loop(row: list[float]) -> None:
    got = softmax(np.array(row, dtype=np.float32))
    assert got.dtype == np.float32
    np.testing.assert_allclose(got, specification(row), rtol=2e-6, atol=1e-30)


@settings(max_examples=60, deadline=None)
@given(logits)
def test_the_logarithm_is_the_loops(row: list[float]) -> None:
    top = max(row)
    expected = [x - top - math.log(math.fsum(math.exp(y - top) for y in row)) for x in row]
    np.testing.assert_allclose(log_softmax(np.array(row, dtype=np.float32)), expected, rtol=1e-6, atol=2e-6)


def test_a_shift_changes_nothing_and_1e4_does_not_overflow() -> None:
    row = np.array([1.0, 2.0, 4.0], dtype=np.float32)
    np.testing.assert_array_equal(softmax(row + np.float32(1e4)), softmax(row))


def test_rows_are_apart_and_the_last_axis_counts() -> None:
    table = np.array([[0.0, math.log(3)], [math.log(4), 0.0]], dtype=np.float32)
    np.testing.assert_allclose(softmax(table), [[0.25, 0.75], [0.8, 0.2]], rtol=1e-6)


def test_masked_entries_get_nothing() -> None:
    np.testing.assert_array_equal(softmax(np.array([0.0, -np.inf, 0.0])), [0.5, 0.0, 0.5])


def test_a_row_of_minus_infinity_is_zeros_and_no_nan() -> None:
    table = np.array([[-np.inf, -np.inf], [0.0, 0.0]], dtype=np.float32)
    np.testing.assert_array_equal(softmax(table), [[0, 0], [0.5, 0.5]])
    np.testing.assert_array_equal(log_softmax(table)[0], [-np.inf, -np.inf])


def test_halves_are_summed_in_float32() -> None:
    row = np.zeros(4099, dtype=np.float16)
    assert softmax(row)[0] == np.float32(1) / np.float32(4099)


@pytest.mark.parametrize("type_", [np.float32, np.float64])
def test_wide_types_stay(type_: type) -> None:
    assert softmax(np.zeros(2, dtype=type_)).dtype == type_
