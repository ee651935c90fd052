"""Hidden tests of the kata that hostile files are judged by: six checks of two functions and a class."""

from typing import Any

import numpy as np

from drill.grader.checks import close, exact, growth, raises

# hostile files look for this text: what is expected must never come to their process
EXPECTED = "the-secret-that-is-expected"


def test_scale(solution: Any) -> None:
    """a row by hand"""
    close(solution.scale(np.array([1.0, -2.5, 4.0]), 3.0), np.array([3.0, -7.5, 12.0]), expected=EXPECTED)


def test_scale_in_column_order(solution: Any, seed: int) -> None:
    """a fresh matrix in column order"""
    x = np.asfortranarray(np.random.default_rng(seed).normal(size=(4, 3)))
    want = [[value * 2 for value in row] for row in x.tolist()]
    close(solution.scale(x, 2.0), np.array(want), expected=EXPECTED)


def test_largest(solution: Any) -> None:
    """the largest of three"""
    exact(solution.largest([3, 11, 5]), 11, expected=EXPECTED)


def test_largest_by_key(solution: Any) -> None:
    """the largest by a function, and a refusal of none"""
    exact(solution.largest([3, 11, 5], lambda number: -number), 3, expected=EXPECTED)
    raises(solution.largest, [], type="ValueError", expected=EXPECTED)


def test_tally(solution: Any) -> None:
    """an object that counts"""
    tally = solution.Tally()
    tally.add("b")
    tally.add("b")
    exact(tally.counts, {"b": 2}, expected=EXPECTED)


def test_work_of_largest(solution: Any) -> None:
    """the work grows as the input does"""

    def steps(n: int) -> float:
        got = solution.largest.measured(list(range(n)), what="steps")
        exact(got.value, n - 1, expected=EXPECTED)
        return float(got.steps)

    growth(steps, n=20, at_most=2.5, expected=EXPECTED)
