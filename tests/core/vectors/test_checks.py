"""What is refused, in one line that names the mend."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from drill.core.errors import InputError
from drill.core.vectors.checks import (
    as_filter,
    as_ids,
    as_known_ids,
    as_rows,
    check_at_least,
    check_between,
    check_dimension,
    check_ef,
    check_metric,
)


def row(*numbers: Any) -> np.ndarray:
    return np.array([numbers])


REFUSED: dict[str, tuple[Callable[[], object], str]] = {
    "width": (lambda: as_rows(np.zeros((1, 15)), 16, "query"), "query has 15 dimensions, the index has 16"),
    "one of another width": (
        lambda: as_rows([1.0, 2.0], 3, "query"),
        "query has 2 dimensions, the index has 3",
    ),
    "axes": (lambda: as_rows(np.zeros((1, 2, 3)), 3, "vectors"), "vectors has 3 axes"),
    "text": (lambda: as_rows([["a"]], 1, "vectors"), "no table of numbers"),
    "a number beyond float64": (lambda: as_rows([[10**400]], 1, "vectors"), "no table of numbers"),
    "complex numbers": (lambda: as_rows(np.array([[1j]]), 1, "query"), "no table of numbers"),
    "a long double beyond float64": (
        lambda: as_rows(np.full((1, 1), np.finfo(np.longdouble).max), 1, "query"),
        "row 0 (holds NaN or an infinity|is longer)",
    ),
    "ragged": (lambda: as_rows([[1], [2, 3]], 1, "vectors"), "no table of numbers"),
    "NaN": (lambda: as_rows([[0.0, 0.0], [0.0, np.nan]], 2, "vectors"), "row 1 holds NaN or an infinity"),
    "infinity": (
        lambda: as_rows(np.array([[np.inf]], np.float32), 1, "query"),
        "row 0 holds NaN or an infinity",
    ),
    "too long": (lambda: as_rows([[1e30]], 1, "vectors"), "row 0 is longer than 9e[+]18"),
    "beyond float32": (lambda: as_rows([[1e300]], 1, "vectors"), "row 0 is longer than 9e[+]18"),
    "too few ids": (lambda: as_ids([1], 2), "1 ids for 2 vectors"),
    "an id twice": (lambda: as_ids([4, 5, 4], 3), "id 4 is given twice"),
    "a negative id": (lambda: as_ids([-1], 1), "ids must be whole numbers from 0"),
    "a fraction": (lambda: as_known_ids([0.5]), "ids must be whole numbers from 0"),
    "an id too large": (lambda: as_ids(np.array([2**63], np.uint64), 1), "ids must be whole numbers from 0"),
    "ids in a table": (lambda: as_known_ids([[1], [2]]), "ids must be whole numbers from 0"),
    "ragged ids": (lambda: as_known_ids([[1], [2, 3]]), "ids must be whole numbers from 0"),
    "a ragged filter": (lambda: as_filter([[1], [2, 3]]), "a filter is an array of the ids"),
    "a mask as filter": (lambda: as_filter([True, False]), "a filter is an array of the ids"),
    "metric": (lambda: check_metric("hamming"), "no metric is called hamming; take one of l2, ip, cosine"),
    "k": (lambda: check_at_least("k", 0, 1), "k is 0; give a whole number from 1 on"),
    "k of a fraction": (lambda: check_at_least("k", 1.5, 1), "k is 1.5"),  # type: ignore[arg-type]
    "M": (lambda: check_between("M", 9, 2, 8), "M is 9; give a whole number from 2 to 8"),
    "M too small": (lambda: check_between("M", 1, 2, 8), "M is 1; give a whole number from 2 on"),
    "dimension": (lambda: check_dimension(2**62), "dimension is 4611686018427387904; give a whole number"),
    "ef": (lambda: check_ef(9, 10), "ef is 9, k is 10; give an ef of k or more"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refused(what: str) -> None:
    call, message = REFUSED[what]
    with pytest.raises(InputError, match=message) as caught:
        call()
    assert "\n" not in str(caught.value)


def test_float64_lists_and_single_vectors_are_taken() -> None:
    assert as_rows(np.ones((2, 3)), 3, "vectors").dtype == np.float32
    assert as_rows([1, 2, 3], 3, "query").tolist() == [[1, 2, 3]]
    assert as_rows(np.ones((3, 2), np.float32).T, 3, "vectors").flags.c_contiguous
    assert as_rows(np.empty((0, 3)), 3, "vectors").shape == (0, 3)


def test_ids_and_filters() -> None:
    assert as_ids(np.array([7, 3], np.uint8), 2).tolist() == [7, 3]
    assert as_known_ids([]).tolist() == []
    assert as_filter(None) is None
    filtered = as_filter([5, -2, 5, 1])
    assert filtered is not None
    assert filtered.tolist() == [-2, 1, 5]


def test_good_numbers_pass() -> None:
    assert check_at_least("k", np.int64(3), 1) == 3
    assert check_between("M", np.int64(8), 2, 8) == 8
    assert check_ef(10, 10) == 10
    assert check_metric("ip") == "ip"
