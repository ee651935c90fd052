"""Values in one short line, whatever they are."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.grader.showing import LONGEST, show, show_call, show_case, show_difference


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "None"),
        (True, "True"),
        (0.1, "0.1"),
        ("a'b", '"a\'b"'),
        ([1, 2.5, "x"], "[1, 2.5, 'x']"),
        (list(range(9)), "[0, 1, 2, 3, 4, 5, … 9 in all]"),
        ((), "()"),
        ({"a": [1]}, "{'a': [1]}"),
        (np.array([1.0, 2.0]), "[1., 2.]"),
        (np.array([1], np.int32), "[1] int32"),
        ("\x1b[2J", "'\\x1b[2J'"),
        (np.int64(3), "3"),
        (SimpleNamespace(), "<SimpleNamespace>"),
        ([SimpleNamespace(label="box")], "[<box>]"),
    ],
)
def test_show(value: object, shown: str) -> None:
    assert show(value) == shown


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda members: st.lists(members) | st.dictionaries(st.text(), members),
    max_leaves=10,
)


@settings(max_examples=100, deadline=None)
@given(VALUES)
def test_always_one_short_harmless_line(value: Any) -> None:
    for text in (show(value), show_call("f", [value], {"k": value})):
        assert len(text) <= LONGEST
        assert "\n" not in text
        assert "\x1b" not in text
        text.encode("utf-8")


@pytest.mark.parametrize("value", [np.zeros((500, 500)), "x" * 10**6, b"x" * 10**6, [[0] * 1000] * 100])
def test_large_values_are_cut(value: object) -> None:
    assert len(show(value)) <= LONGEST
    assert len(show_case("f", [value], {})) <= 4000


def test_an_integer_too_long_to_print_is_told_by_its_size() -> None:
    assert show(10**5000) == "<an integer of 16,610 bits>"
    assert show_case("f", [10**5000], {}) == "f(<an integer of 16,610 bits>)"


@pytest.mark.parametrize(
    ("args", "kwargs", "case"),
    [
        ((np.array([1.0, 2.5], np.float32),), {}, "f(np.array([1.0, 2.5], dtype=np.float32))"),
        ((np.zeros((0, 2)),), {"axis": -1}, "f(np.empty((0, 2), dtype=np.float64), axis=-1)"),
        (({"a": [1, "x"]}, None), {}, "f({'a': [1, 'x']}, None)"),
        (("\x1b[0m",), {}, r"f('\x1b[0m')"),
        ((np.array([1.0, -np.inf, np.nan]),), {}, "f(np.array([1.0, -np.inf, np.nan], dtype=np.float64))"),
        ((np.array([[True], [False]]),), {}, "f(np.array([[True], [False]], dtype=np.bool))"),
        (([np.inf, "inf"],), {"x": -np.inf}, "f([np.inf, 'inf'], x=-np.inf)"),
        (({np.inf: np.nan},), {}, "f({np.inf: np.nan})"),
        (((1 / 3, (1,)), ()), {}, "f((0.3333333333333333, (1,)), ())"),
        ((tuple(range(8)),), {}, "f((0, 1, 2, 3, 4, 5, 6, 7))"),
        ((complex(1, -np.inf),), {}, "f(complex(1.0, -np.inf))"),
        ((np.int64(3), np.float32(0.5)), {}, "f(3, 0.5)"),
    ],
)
def test_a_case_can_be_typed_in(args: tuple[object, ...], kwargs: dict[str, object], case: str) -> None:
    assert show_case("f", args, kwargs) == case
    typed = eval(case, {"np": np, "f": lambda *args, **kwargs: (args, kwargs)})
    np.testing.assert_equal(typed, (args, kwargs))


def test_a_large_array_stays_short() -> None:
    big = np.arange(100_000.0)

    assert len(show_case("f", (big,), {})) < 200
    assert len(show_call("f", (big, big), {})) <= 120


@pytest.mark.parametrize(
    ("got", "want", "words"),
    [
        (0.1, 0.2, "got 0.1, expected 0.2"),
        (0.1 + 0.2, 0.3, "got 0.30000000000000004, expected 0.29999999999999999"),
        ("a", "b", "got 'a', expected 'b'"),
    ],
)
def test_a_difference_shows_enough_digits(got: object, want: object, words: str) -> None:
    assert show_difference(got, want) == words
