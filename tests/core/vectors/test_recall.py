"""Recall, and its fairness to ties; pitfall 93."""

import numpy as np

from drill.core.vectors.index import Found
from drill.core.vectors.recall import recall


def found(ids: list[int], distances: list[float]) -> Found:
    return Found(np.array([ids]), np.array([distances], np.float32), np.zeros(1, np.int64))


def test_the_share_that_was_found() -> None:
    truth = found([1, 2, 3, 4], [1, 2, 3, 4])
    assert recall(truth, truth) == 1
    assert recall(found([1, 3, 7, 8], [1, 3, 5, 6]), truth) == 0.5


def test_another_one_at_the_same_distance_counts() -> None:
    assert recall(found([9, 8], [1, 2]), found([1, 2], [1, 2])) == 1


def test_true_ones_count_whatever_rounding_makes_of_their_distance() -> None:
    """1 - cos of a vector and itself is 0 or 6e-8, by the order of the sum."""
    truth = found([1, 2], [0, 0])
    assert recall(found([2, 1], [0, 6e-8]), truth) == 1
    assert recall(found([1, 3], [6e-8, 6e-8]), truth) == 0.5


def test_places_without_a_result() -> None:
    nothing = found([-1, -1], [np.inf, np.inf])
    one = found([5, -1], [1, np.inf])
    assert recall(nothing, one) == 0
    assert recall(one, one) == 1
    assert recall(nothing, nothing) == 1


def test_negative_distances_of_inner_products() -> None:
    truth = found([1, 2], [-9, -8])
    assert recall(found([1, 3], [-9, -7]), truth) == 0.5
