"""What every index refuses alike, in one line, before anything has changed.

Leaves out what only one kind of index can refuse (ivf.py: training) and files (saving.py).
"""

import numpy as np
from numpy.typing import ArrayLike

from drill.core.errors import InputError
from drill.core.infer.arrays import Floats, Ints
from drill.core.vectors.metrics import METRICS, Metric

# four times the square of a length must stay a float32
LONGEST = 9e18
# a vector that takes four megabytes
MOST_NUMBERS = 1 << 20


def as_rows(vectors: ArrayLike, dimension: int, what: str) -> Floats:
    """Return vectors as float32 [n, dimension]; a single vector is one row.

    InputError for another width, NaN, infinities, and vectors so long that float32 can't hold their
    distances.
    """
    try:
        rows = _real(vectors)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{what}: no table of numbers; give an array [n, {dimension}]") from None
    rows = rows[None] if rows.ndim == 1 else rows
    if rows.ndim != 2:
        raise InputError(f"{what} has {rows.ndim} axes; give an array [n, {dimension}]")
    if rows.shape[1] != dimension:
        raise InputError(
            f"{what} has {rows.shape[1]} dimensions, the index has {dimension}; give {dimension}"
        )
    _check_numbers(rows, what)
    return np.ascontiguousarray(rows, np.float32)


def _real(vectors: ArrayLike) -> np.ndarray:
    given = np.asarray(vectors)
    if given.dtype.kind == "c":
        raise TypeError("complex numbers")
    # beyond float32 they would become infinite: such are looked at in float64 first
    is_wide = given.dtype.kind != "f" or given.dtype.itemsize > 4
    # a long double beyond float64 becomes infinite, and is refused as such
    with np.errstate(over="ignore"):
        return given.astype(np.float64 if is_wide else np.float32, copy=False)


def _check_numbers(rows: np.ndarray, what: str) -> None:
    # one pass for all: a NaN or an infinity anywhere shows in the sum of squares
    squares = np.einsum("ij,ij->i", rows, rows, dtype=np.float64)
    wrong = np.flatnonzero(~(squares <= LONGEST**2))
    if not wrong.size:
        return
    row = int(wrong[0])
    if not np.isfinite(rows[row]).all():
        raise InputError(f"{what}: row {row} holds NaN or an infinity; leave it out or mend it")
    raise InputError(f"{what}: row {row} is longer than {LONGEST:g}; scale the vectors down")


def as_ids(ids: ArrayLike, count: int) -> Ints:
    """Return ids as int64 [count]; InputError unless they are whole numbers >= 0, each once, one a vector."""
    found = as_known_ids(ids)
    if len(found) != count:
        raise InputError(f"{len(found)} ids for {count} vectors; give one id a vector")
    return found


def as_known_ids(ids: ArrayLike) -> Ints:
    """Return ids as int64 [n]; InputError unless they are whole numbers >= 0, each once."""
    given = _whole(ids)
    if given is not None and given.size == 0:
        return np.empty(0, np.int64)
    if given is None or given.ndim != 1 or given.min() < 0 or given.max() > 2**63 - 1:
        raise InputError("ids must be whole numbers from 0 to 2**63 - 1 in one row; number the vectors so")
    found = given.astype(np.int64)
    ordered = np.sort(found)
    twice = np.flatnonzero(ordered[1:] == ordered[:-1])
    if twice.size:
        raise InputError(f"id {ordered[twice[0]]} is given twice; give each id once")
    return found


def as_filter(ids: ArrayLike | None) -> Ints | None:
    """Return the ids that may be found, sorted, each once; None lets all be found."""
    if ids is None:
        return None
    given = _whole(ids)
    if given is None:
        raise InputError("a filter is an array of the ids that may be found; give whole numbers")
    return np.unique(given.astype(np.int64))


def _whole(ids: ArrayLike) -> np.ndarray | None:
    """Return an array of whole numbers; None for anything else, rows of several lengths among it."""
    try:
        given = np.atleast_1d(np.asarray(ids))
    except ValueError:
        return None
    return given if given.dtype.kind in "iu" or given.size == 0 else None


def check_metric(metric: str) -> Metric:
    """Return the metric; InputError when there is none of this name."""
    for known in METRICS:
        if known == metric:
            return known
    raise InputError(f"no metric is called {metric}; take one of {', '.join(METRICS)}")


def check_at_least(name: str, value: int | np.integer, least: int) -> int:
    """Return a whole number that is large enough; InputError otherwise."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise InputError(f"{name} is {value}; give a whole number from {least} on")
    return int(value)


def check_between(name: str, value: int | np.integer, least: int, most: int) -> int:
    """Return a whole number that is neither too small nor too large; InputError otherwise."""
    if check_at_least(name, value, least) > most:
        raise InputError(f"{name} is {value}; give a whole number from {least} to {most}")
    return int(value)


def check_dimension(dimension: int | np.integer) -> int:
    """Return how many numbers a vector has; InputError when no vector has so many."""
    return check_between("dimension", dimension, 1, MOST_NUMBERS)


def check_ef(ef: int, k: int) -> int:
    """Return ef; InputError when it is below k: of ef candidates no k can be the nearest."""
    check_at_least("ef", ef, 1)
    if ef < k:
        raise InputError(f"ef is {ef}, k is {k}; give an ef of k or more")
    return ef
