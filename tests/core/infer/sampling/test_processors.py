"""The steps on examples worked by hand, with the conventions at borders and ties; rows stay apart."""

from collections.abc import Callable

import numpy as np
import pytest

from drill.core.infer.arrays import Array, Floats
from drill.core.infer.sampling import processors


def logits_of(*probabilities: float) -> Floats:
    """[1, vocabulary]; 0 is a masked token."""
    with np.errstate(divide="ignore"):
        return np.log(np.array([probabilities], np.float32))


def kept(logits: Array) -> list[int]:
    return np.flatnonzero(logits[0] > -np.inf).tolist()


@pytest.mark.parametrize(
    ("probabilities", "p", "expected"),
    [
        ((0.1, 0.2, 0.3, 0.4), 0.6, [2, 3]),  # the token that crosses p stays
        ((0.5, 0.3, 0.1, 0.1), 0.8, [0, 1]),  # the sum is exactly p: no token more
        ((0.5, 0.3, 0.1, 0.1), 0, [0]),
        ((0.5, 0.3, 0.1, 0.1), 1, [0, 1, 2, 3]),
        ((0.25, 0.25, 0.25, 0.25), 0.5, [0, 1]),  # equals: the lowest ids first
        ((0.2, 0.2, 0.2, 0.2, 0.2), 1e-9, [0]),
        ((0, 0.5, 0.5, 0), 0.99, [1, 2]),
    ],
)
def test_top_p(probabilities: tuple[float, ...], p: float, expected: list[int]) -> None:
    assert kept(processors.keep_top_p(logits_of(*probabilities), p)) == expected


@pytest.mark.parametrize(
    ("k", "expected"),
    [(1, [1]), (2, [1, 3]), (3, [0, 1, 3]), (0, [0, 1, 2, 3]), (-1, [0, 1, 2, 3]), (9, [0, 1, 2, 3])],
)
def test_top_k_keeps_exactly_k(k: int, expected: list[int]) -> None:
    assert kept(processors.keep_top_k(logits_of(0.2, 0.3, 0.2, 0.3), k)) == expected


def test_top_p_after_top_k_uses_what_is_left() -> None:
    logits = logits_of(0.4, 0.2, 0.2, 0.2)
    assert kept(processors.keep_top_p(logits, 0.65)) == [0, 1, 2]
    assert kept(processors.keep_top_p(processors.keep_top_k(logits, 2), 0.65)) == [0]


@pytest.mark.parametrize(
    ("min_p", "expected"), [(0, [0, 1, 2, 3]), (0.5, [0, 1]), (0.51, [0]), (1, [0]), (0.2, [0, 1, 2])]
)
def test_min_p_is_relative_to_the_likeliest(min_p: float, expected: list[int]) -> None:
    assert kept(processors.keep_min_p(logits_of(0.52, 0.26, 0.12, 0.1), min_p)) == expected


def test_temperature_never_overflows_the_best() -> None:
    logits = np.array([[11.06, 2.9, 2.8], [3e38, -3e38, 0]], np.float32)
    assert processors.temper(logits, 1e-5)[:, 0].tolist() == [0, 0]
    assert not np.isnan(processors.temper(logits, 1e-30)).any()


def test_penalties() -> None:
    logits = np.array([[2.0, -2.0, 2.0, -2.0]], np.float32)
    seen = np.array([[True, True, False, False]])
    repeated = processors.penalize_repetition(logits, seen, 2.0)
    assert repeated.tolist() == [[1, -4, 2, -2]]
    counts = np.array([[0, 1, 3, 0]])
    counted = processors.penalize_counts(logits, counts, presence=0.5, frequency=0.25)
    assert counted.tolist() == [[2, -2.75, 0.75, -2]]


def test_bias() -> None:
    biased = processors.add_bias(logits_of(0.5, 0.5), np.array([-np.inf, 1.0]))
    assert kept(biased) == [1]


PER_ROW: list[tuple[Callable[[Floats, Array], Floats], list[float]]] = [
    (processors.keep_top_p, [0.0, 0.5, 1.0]),
    (processors.keep_top_k, [1, 3, 0]),
    (processors.keep_min_p, [0.9, 0.1, 0.0]),
    (processors.temper, [0.1, 1.0, 3.0]),
]


@pytest.mark.parametrize(("step", "values"), PER_ROW)
def test_a_row_never_looks_at_another(step: Callable[[Floats, Array], Floats], values: list[float]) -> None:
    logits = np.random.default_rng(1).normal(0, 3, (3, 40)).astype(np.float32)
    logits[1] = -np.inf
    together = step(logits, np.array(values))
    alone = [step(row[None], np.array([value]))[0] for row, value in zip(logits, values, strict=True)]
    assert together.dtype == np.float32
    np.testing.assert_array_equal(together, alone)
