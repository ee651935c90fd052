"""What hidden tests compare with: never true for another type, shape, dtype kind, NaN, or for nothing."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from drill.grader.checks import MismatchError, RaisedInSolutionError, close, exact, growth, holds, raises

A = np.array


@pytest.mark.parametrize(
    ("got", "want"),
    [
        (1.0, 1.0 + 1e-9),
        (A([1.0, np.nan, np.inf]), A([1.0, np.nan, np.inf])),
        (A([0.5], np.float32), A([0.5])),
        (A([1, 2], np.int32), A([1, 2])),
        ([1, [2.0, "a"], (None,)], [1, [2.0 + 1e-9, "a"], (None,)]),
        ({"a": A([1.0])}, {"a": A([1.0])}),
        (A(2.0), A(2.0)),
        (np.empty((0, 3)), np.empty((0, 3))),
        ([], []),
        (2.5, np.float64(2.5)),
        (float("nan"), float("nan")),
    ],
)
def test_near_values_pass(got: object, want: object) -> None:
    close(got, want, expected="the same")


@pytest.mark.parametrize(
    ("got", "want", "difference"),
    [
        (A([1.0, 2.0]), A([1.0, 2.1]), "at index 1: got 2, expected 2.1"),
        (A([[1.0, 2.0]]), A([1.0, 2.0]), "shape (1, 2), expected (2,)"),
        (np.ones((3, 1)), np.ones((3, 3)), "shape (3, 1), expected (3, 3)"),
        (A([1, 2]), A([1.0, 2.0]), "dtype int64, expected float64"),
        (A([True]), A([1]), "dtype bool, expected int64"),
        (A([1.0]), A([1.0 + 0j]), "dtype float64, expected complex128"),
        (A([np.nan]), A([1.0]), "at index 0: got nan, expected 1"),
        (A([1.0]), A([np.nan]), "at index 0: got 1, expected nan"),
        (A([np.inf]), A([1e308]), "at index 0: got inf, expected 1e+308"),
        (A([np.inf]), A([-np.inf]), "at index 0: got inf, expected -inf"),
        (A([np.nan]), A([np.inf]), "at index 0: got nan, expected inf"),
        (np.empty(0), A([1.0]), "shape (0,), expected (1,)"),
        (np.empty(0), np.empty((0, 3)), "shape (0,), expected (0, 3)"),
        ([], [1], "length 0, expected 1"),
        ({}, {"a": 1}, "keys {}, expected"),
        (A(1.0), 1.0, "got an array, expected a float"),
        (1.0, A(1.0), "got a float, expected an array"),
        (A(1.0), A([1.0]), "shape (), expected (1,)"),
        (1, 1.0, "got an int, expected a float"),
        (True, 1, "got a bool, expected an int"),
        (1, True, "got an int, expected a bool"),
        (None, 0, "got None, expected an int"),
        ([1.0], A([1.0]), "got a list, expected an array"),
        ((1,), [1], "got a tuple, expected a list"),
        ([1, [2, 4]], [1, [2, 3]], "[1][1]: got 4, expected 3"),
        ({"a": [1]}, {"a": [2]}, "['a'][0]: got 1, expected 2"),
        ({1: 0}, {True: 0}, "keys"),
        ({1.0: 0}, {1: 0}, "keys"),
        ("a", b"a", "got a str, expected a bytes"),
    ],
)
def test_others_fail_and_say_why(got: object, want: object, difference: str) -> None:
    with pytest.raises(MismatchError) as caught:
        close(got, want, expected="words")
    assert caught.value.expected == "words"
    if difference == "keys {}, expected":
        difference = "keys"
    assert difference in caught.value.difference


def test_an_integer_too_long_to_print_is_no_trouble() -> None:
    with pytest.raises(MismatchError, match="got <an integer of 16,610 bits>, expected 1"):
        exact(10**5000, 1, expected="one")
    with pytest.raises(MismatchError, match="keys"):
        exact({10**5000: 1}, {}, expected="nothing")


def test_dtype_asks_for_one_exactly() -> None:
    close(A([1.0], np.float32), A([1.0]), dtype=np.float32, expected="float32")
    with pytest.raises(MismatchError, match="dtype float64, expected float32"):
        close(A([1.0]), A([1.0]), dtype=np.float32, expected="float32")


def test_exact_takes_no_tolerance() -> None:
    exact(A([0.1 + 0.2, np.nan]), A([0.1 + 0.2, np.nan]), expected="same")
    with pytest.raises(MismatchError, match=r"got 0\.30000000000000004, expected 0\.29999"):
        exact(A([0.1 + 0.2]), A([0.3]), expected="same")


FLOATS = arrays.arrays(
    np.float64, arrays.array_shapes(min_dims=0, max_dims=3, min_side=0), elements=st.floats(width=32)
)


@settings(max_examples=100, deadline=None)
@given(FLOATS, st.data())
def test_one_changed_entry_is_seen_at_its_index(want: np.ndarray, data: st.DataObject) -> None:
    close(want.copy(), want, expected="itself")
    if not want.size:
        return
    got = want.copy()
    index = tuple(data.draw(st.integers(0, size - 1)) for size in want.shape)
    got[index] = 1.0 if np.isnan(want[index]) else np.nan
    place = index[0] if len(index) == 1 else index
    with pytest.raises(MismatchError) as caught:
        close(got, want, expected="itself")
    assert caught.value.difference.startswith(f"at index {place}: " if index else "got ")


def test_holds() -> None:
    holds(True, expected="", difference="")
    with pytest.raises(MismatchError, match="found 3; expected fewer"):
        holds(False, expected="fewer", difference="found 3")


@pytest.mark.parametrize(("power", "fails"), [(1, False), (2, True)])
def test_growth_tells_linear_from_quadratic(power: int, fails: bool) -> None:
    def call() -> None:
        growth(lambda n: float(n**power), n=10, at_most=2.5, expected="linear work")

    if fails:
        with pytest.raises(MismatchError, match=r"grew 4\.0-fold"):
            call()
    else:
        call()


def test_growth_forgives_one_outlier_and_noise() -> None:
    costs = {10: 1.0, 20: 9.0, 40: 10.0}
    growth(costs.__getitem__, n=10, at_most=2.5, expected="linear work")
    growth(lambda n: float(n**2), n=1, at_most=2.5, noise=100.0, expected="linear work")


def _raise(error: Exception) -> Any:
    raise error


def test_raises_wants_the_type_by_name() -> None:
    raised = RaisedInSolutionError(["KeyError", "LookupError", "Exception"], "'a'")
    raises(_raise, raised, type="LookupError", expected="a refusal")
    with pytest.raises(MismatchError, match="raised KeyError, expected ValueError"):
        raises(_raise, raised, type="ValueError", expected="a refusal")
    with pytest.raises(MismatchError, match="returned instead of raising ValueError"):
        raises(lambda: 3, type="ValueError", expected="a refusal")
    # an error of ours is none of theirs
    with pytest.raises(ZeroDivisionError):
        raises(_raise, ZeroDivisionError(), type="ZeroDivisionError", expected="a refusal")
