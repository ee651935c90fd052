"""A first look: the hidden tests ask for much more."""

import numpy as np
from solution import softmax


def test_three_logits():
    """Turns 1, 2, 3 into probabilities."""
    got = softmax(np.array([1.0, 2.0, 3.0]))
    np.testing.assert_allclose(got, [0.09003057, 0.24472847, 0.66524096], rtol=1e-6)


def test_equal_logits():
    """Gives equal logits equal shares."""
    np.testing.assert_allclose(softmax(np.array([2.0, 2.0, 2.0, 2.0])), [0.25, 0.25, 0.25, 0.25], rtol=1e-6)


def test_each_row_sums_to_one():
    """Treats the rows of a matrix one by one."""
    got = softmax(np.array([[0.0, 1.0, 2.0], [3.0, 1.0, -1.0]]))
    assert got.shape == (2, 3)
    np.testing.assert_allclose(got.sum(axis=-1), [1.0, 1.0], rtol=1e-6)
