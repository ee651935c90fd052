"""A first look: the hidden tests ask for much more."""

import numpy as np
from solution import top_p_filter


def test_top_token_is_enough():
    """Keeps the first token alone when it reaches p."""
    got = top_p_filter(np.array([0.5, 0.25, 0.125, 0.125]), 0.4)
    np.testing.assert_allclose(got, [1.0, 0.0, 0.0, 0.0])


def test_p_one_keeps_all():
    """Keeps every token at p = 1."""
    got = top_p_filter(np.array([0.5, 0.25, 0.125, 0.125]), 1.0)
    np.testing.assert_allclose(got, [0.5, 0.25, 0.125, 0.125])


def test_result_is_a_distribution():
    """Returns one probability a token, summing to 1."""
    got = top_p_filter(np.array([0.5, 0.3, 0.15, 0.05]), 0.9)
    assert got.shape == (4,)
    assert (got >= 0).all()
    np.testing.assert_allclose(got.sum(), 1.0)
