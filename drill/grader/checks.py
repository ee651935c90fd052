"""What hidden tests compare with: strict on type, shape, dtype and NaN, and able to say what differs.

Leaves out calling the solution (proxy.py). `expected` says in words what should have come back.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, NoReturn

import numpy as np

from drill.grader.showing import show, show_difference


class MismatchError(AssertionError):
    """What came back is not what was asked for: in words, and where the first difference lies."""

    def __init__(self, expected: str, difference: str, got: object = None) -> None:
        """Keep what was expected in words, the first difference, and what came back."""
        super().__init__(f"{difference}; expected {expected}")
        self.expected = expected
        self.difference = difference
        self.got = got


class _Same(NamedTuple):
    """How two values are the same: exactly, or within tolerances."""

    rtol: float = 0.0
    atol: float = 0.0

    def arrays(self, got: np.ndarray, want: np.ndarray) -> np.ndarray:
        """Return where two arrays of one shape are the same."""
        equal: np.ndarray = np.equal(got, want)
        if want.dtype.kind not in "fc":
            return equal
        with np.errstate(invalid="ignore", over="ignore"):
            near = np.abs(got - want) <= self.atol + self.rtol * np.abs(want)
        both: np.ndarray = equal | (near & np.isfinite(want)) | (np.isnan(got) & np.isnan(want))
        return both

    def values(self, got: object, want: object) -> bool:
        """Return whether two values of one type are the same."""
        if isinstance(want, float | complex):
            return bool(self.arrays(np.asarray(got), np.asarray(want)))
        return bool(got == want)


def close(
    got: object, want: object, *, expected: str, rtol: float = 1e-6, atol: float = 1e-9, dtype: object = None
) -> None:
    """Fail unless `got` has the type, shape and dtype kind of `want` and is near it everywhere.

    NaN is near NaN only; inf only itself. `dtype` asks for one exact dtype. Sequences and dicts are
    compared member by member; an empty one is near an empty one only.
    """
    _compare(got, want, expected, "", _Same(rtol, atol))
    if dtype is not None and np.asarray(got).dtype != np.dtype(dtype):  # type: ignore[call-overload]
        raise MismatchError(expected, f"dtype {np.asarray(got).dtype}, expected {np.dtype(dtype)}", got)  # type: ignore[call-overload]


def exact(got: object, want: object, *, expected: str) -> None:
    """Fail unless `got` equals `want` in type, shape and every value."""
    _compare(got, want, expected, "", _Same())


def holds(condition: bool, *, expected: str, difference: str, got: object = None) -> None:
    """Fail unless a property holds that no single value states; `difference` says what was found."""
    if not condition:
        raise MismatchError(expected, difference, got)


def growth(
    cost: Callable[[int], float], *, n: int, at_most: float, expected: str, noise: float = 0.0
) -> None:
    """Fail when a cost grows by more than `at_most` as n doubles, at both n to 2n and 2n to 4n.

    A cost counted in steps needs no `noise`; one measured in seconds does, as a floor in its unit.
    """
    small, middle, large = (max(cost(size), noise) for size in (n, 2 * n, 4 * n))
    worst = min(middle / max(small, 1e-12), large / max(middle, 1e-12))
    if worst > at_most:
        raise MismatchError(expected, f"the work grew {worst:.1f}-fold when the input doubled")


class RaisedInSolutionError(AssertionError):
    """The solution raised: the names of its type and base types, its message, its own lines of the trace."""

    def __init__(self, types: Sequence[str], message: str, trace: str = "") -> None:
        """Keep what the worker reported."""
        super().__init__(f"raised {types[0]}: {message}")
        self.types = tuple(types)
        self.message = message
        self.trace = trace


def raises(
    call: Callable[..., object],
    *args: object,
    type: str,
    expected: str,
    **kwargs: object,
) -> None:
    """Fail unless the call raises an exception of that type, by name, or of one derived from it."""
    try:
        got = call(*args, **kwargs)
    except RaisedInSolutionError as raised:
        if type in raised.types:
            return
        raise MismatchError(expected, f"raised {raised.types[0]}, expected {type}") from raised
    raise MismatchError(expected, f"returned instead of raising {type}", got)


def _compare(got: object, want: object, expected: str, where: str, same: _Same) -> None:
    if isinstance(want, np.ndarray):
        _compare_arrays(got, want, expected, where, same)
    elif isinstance(want, np.generic):
        _compare_values(got, want.item(), expected, where, same)
    elif isinstance(want, Mapping):
        _compare_mappings(got, want, expected, where, same)
    elif isinstance(want, list | tuple):
        _compare_sequences(got, want, expected, where, same)
    else:
        _compare_values(got, want, expected, where, same)


def _compare_arrays(got: object, want: np.ndarray, expected: str, where: str, same: _Same) -> None:
    if type(got) is not np.ndarray:
        _differ(expected, f"got {_kind(got)}, expected an array", where, got)
    if got.shape != want.shape:
        _differ(expected, f"shape {got.shape}, expected {want.shape}", where, got)
    if got.dtype.kind != want.dtype.kind:
        _differ(expected, f"dtype {got.dtype}, expected {want.dtype}", where, got)
    differing = np.argwhere(~same.arrays(got, want))
    if len(differing):
        index = tuple(differing[0].tolist())
        place = index[0] if len(index) == 1 else index
        at = f"at index {place}: " if index else ""
        _differ(expected, at + show_difference(got[index].item(), want[index].item()), where, got)


def _compare_mappings(
    got: object,
    want: Mapping[object, object],
    expected: str,
    where: str,
    same: _Same,
) -> None:
    if type(got) is not dict:
        _differ(expected, f"got {_kind(got)}, expected a dict", where, got)
    # 1, 1.0 and True are one key to a dict
    if {(type(key), key) for key in got} != {(type(key), key) for key in want}:
        _differ(expected, f"keys {show(list(got))}, expected {show(list(want))}", where, got)
    for key in want:
        _compare(got[key], want[key], expected, f"{where}[{show(key)}]", same)


def _compare_sequences(got: object, want: Sequence[object], expected: str, where: str, same: _Same) -> None:
    if type(got) is not type(want):
        _differ(expected, f"got {_kind(got)}, expected a {type(want).__name__}", where, got)
    if len(got) != len(want):
        _differ(expected, f"length {len(got)}, expected {len(want)}", where, got)
    for place, (a, b) in enumerate(zip(got, want, strict=True)):
        _compare(a, b, expected, f"{where}[{place}]", same)


def _compare_values(got: object, want: object, expected: str, where: str, same: _Same) -> None:
    if type(got) is not type(want):
        _differ(expected, f"got {_kind(got)}, expected {_kind(want)}", where, got)
    if not same.values(got, want):
        _differ(expected, show_difference(got, want), where, got)


def _kind(value: object) -> str:
    names = {"int": "an int", "float": "a float", "list": "a list", "tuple": "a tuple", "dict": "a dict"}
    name = type(value).__name__
    return "None" if value is None else names.get(name, "an array" if name == "ndarray" else f"a {name}")


def _differ(expected: str, difference: str, where: str, got: object) -> NoReturn:
    raise MismatchError(expected, f"{where}: {difference}" if where else difference, got)
