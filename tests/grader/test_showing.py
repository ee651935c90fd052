"""Calls in words: short for the eye, whole for the keyboard."""

import numpy as np
import pytest

from drill.grader.showing import show_call, show_case


@pytest.mark.parametrize(
    ("args", "kwargs", "case"),
    [
        ((np.array([1.0, 2.5], np.float32),), {}, "f(np.array([1.0, 2.5], dtype=np.float32))"),
        ((np.zeros((0, 2)),), {"axis": -1}, "f(np.empty((0, 2), dtype=np.float64), axis=-1)"),
        (({"a": [1, "x"]}, None), {}, "f({'a': [1, 'x']}, None)"),
        (("\x1b[0m",), {}, r"f('\x1b[0m')"),
    ],
)
def test_a_case_can_be_typed_in(args: tuple[object, ...], kwargs: dict[str, object], case: str) -> None:
    assert show_case("f", args, kwargs) == case


def test_a_large_array_stays_short() -> None:
    big = np.arange(100_000.0)

    assert len(show_case("f", (big,), {})) < 200
    assert len(show_call("f", (big, big), {})) <= 120
