"""Hidden tests of top-p: borders by hand first, then edges, then fresh inputs against a loop."""

import math

import numpy as np
import pytest

from drill.grader.checks import close, growth

HALVES = [0.5, 0.25, 0.125, 0.125]


def by_loop(probs, p):
    """Return the filtered distribution: a walk down the ranking that stops when p is reached."""
    ranking = sorted(range(len(probs)), key=lambda token: (-probs[token], token))
    kept = {ranking[0]: float(probs[ranking[0]])}
    reached = kept[ranking[0]]
    for token in ranking[1:]:
        if reached >= p and p < 1:
            break
        kept[token] = float(probs[token])
        reached += kept[token]
    total = math.fsum(kept.values())
    return [kept.get(token, 0.0) / total for token in range(len(probs))]


def near(got, want, *, expected):
    """Fail unless `got` is a float64 array near `want`, with exact zeros where `want` has them."""
    close(got, np.array(want, dtype=np.float64), rtol=1e-12, atol=0.0, dtype=np.float64, expected=expected)


def test_keeps_the_crossing_token(solution):
    """keeps the token that crosses p"""
    got = solution.top_p_filter(np.array([0.4, 0.3, 0.2, 0.1]), 0.6)
    near(got, [4 / 7, 3 / 7, 0, 0], expected="two tokens kept: 0.4 alone does not reach 0.6")


def test_exact_border(solution):
    """a sum of exactly p is enough"""
    got = solution.top_p_filter(np.array(HALVES), 0.75)
    near(got, [2 / 3, 1 / 3, 0, 0], expected="two tokens kept: 0.5 + 0.25 is 0.75")


def test_exact_border_at_the_first_token(solution):
    """a first token of exactly p is enough"""
    got = solution.top_p_filter(np.array(HALVES), 0.5)
    near(got, [1, 0, 0, 0], expected="one token kept: 0.5 reaches 0.5")


def test_decimal_border(solution):
    """0.5 + 0.3 reaches 0.8"""
    got = solution.top_p_filter(np.array([0.5, 0.3, 0.1, 0.1]), 0.8)
    near(got, [0.625, 0.375, 0, 0], expected="two tokens kept: 0.5 + 0.3 is 0.8")


def test_just_above_a_border(solution):
    """a sum a hair below p is not enough"""
    got = solution.top_p_filter(np.array([0.5, 0.25, 0.1875, 0.0625]), 0.75 + 2**-40)
    near(got, [8 / 15, 4 / 15, 3 / 15, 0], expected="three tokens kept: 0.75 lies below p, by 2^-40")


def test_unsorted_input(solution):
    """ranks an unsorted input and keeps its order"""
    got = solution.top_p_filter(np.array([0.05, 0.25, 0.1, 0.6]), 0.7)
    near(got, [0, 5 / 17, 0, 12 / 17], expected="ids 3 and 1 kept, each at its own place")


def test_ties_at_the_border(solution):
    """of equal tokens only as many as needed"""
    got = solution.top_p_filter(np.array([0.125, 0.25, 0.25, 0.25, 0.125]), 0.5)
    near(got, [0, 0.5, 0.5, 0, 0], expected="ids 1 and 2 kept: the lowest ids of three equal ones")


def test_all_equal(solution):
    """a flat distribution keeps the lowest ids"""
    got = solution.top_p_filter(np.full(8, 0.125), 0.3)
    near(got, [1 / 3] * 3 + [0] * 5, expected="ids 0, 1 and 2 kept: three eighths reach 0.3")


def test_many_ties(solution):
    """a thousand tokens of few probabilities"""
    weights = np.array([1, 2, 4, 2, 1, 4] * 170 + [1] * 4)
    probs = weights / 4096
    got = solution.top_p_filter(probs, 0.5)
    near(got, by_loop(probs, 0.5), expected="among equal probabilities the lowest ids kept")


@pytest.mark.parametrize("p", [0.0, -0.5])
def test_p_zero(solution, p):
    """p = 0 and below keep one token"""
    got = solution.top_p_filter(np.array([0.125, 0.25, 0.5, 0.125]), p)
    near(got, [0, 0, 1, 0], expected="the most probable token alone")


def test_tiny_p(solution):
    """a tiny p keeps the first of equals"""
    got = solution.top_p_filter(np.array([0.25, 0.25, 0.25, 0.25]), 1e-300)
    near(got, [1, 0, 0, 0], expected="id 0 alone")


@pytest.mark.parametrize("p", [1.0, 1.5])
def test_p_one_keeps_a_tiny_tail(solution, p):
    """p = 1 and above keep a tail lost in rounding"""
    got = solution.top_p_filter(np.array([1e-20, 0.5, 1e-30, 0.5]), p)
    near(got, [1e-20, 0.5, 1e-30, 0.5], expected="all four tokens kept, also those of 1e-20 and 1e-30")


def test_just_below_one(solution):
    """p just below 1 still cuts"""
    got = solution.top_p_filter(np.array([0.75, 0.25, 1e-20]), 1 - 2**-50)
    near(got, [0.75, 0.25, 0], expected="two tokens kept: their sum is 1")


def test_p_one_rescales(solution):
    """p = 1 rescales what does not sum to 1"""
    got = solution.top_p_filter(np.array([0.25, 0.125, 0.125]), 1.0)
    near(got, [0.5, 0.25, 0.25], expected="all kept and doubled: they sum to 0.5")


@pytest.mark.parametrize("p", [1.0, 1.5])
def test_p_one_with_a_sum_above_one(solution, p):
    """p = 1 and above keep all of a sum above 1"""
    got = solution.top_p_filter(np.array([0.5, 1.0, 0.5]), p)
    near(got, [0.25, 0.5, 0.25], expected="all three kept, halved")


def test_sum_below_p(solution):
    """all tokens together stay below p"""
    got = solution.top_p_filter(np.array([0.125, 0.25, 0.125]), 0.9)
    near(got, [0.25, 0.5, 0.25], expected="all three kept: together they are only 0.5")


def test_probs_are_used_as_they_come(solution):
    """a sum below 1 is not rescaled first"""
    got = solution.top_p_filter(np.array([0.25, 0.125, 0.125]), 0.3)
    near(got, [2 / 3, 1 / 3, 0], expected="two tokens kept: 0.25 alone does not reach 0.3")


def test_zero_probabilities(solution):
    """tokens of probability 0"""
    got = solution.top_p_filter(np.array([0.0, 0.25, 0.0, 0.75]), 0.9)
    near(got, [0, 0.25, 0, 0.75], expected="the two possible tokens kept")


def test_one_token(solution):
    """a vocabulary of one token"""
    got = solution.top_p_filter(np.array([0.25]), 0.1)
    near(got, [1], expected="that token, with probability 1")


def test_float32_input(solution):
    """float32 input is summed in float64"""
    probs = np.array([0.5] + [2**-26] * 200, dtype=np.float32)
    got = solution.top_p_filter(probs, 0.5 + 2**-20)
    near(got, by_loop(probs, 0.5 + 2**-20), expected="the first token and 64 of the 200 small ones")


def test_strided_input(solution):
    """a reversed, strided view"""
    probs = np.array([0.25, 9, 0.125, 9, 0.5, 9, 0.125, 9])[-2::-2]
    got = solution.top_p_filter(probs, 0.7)
    near(got, [0, 2 / 3, 0, 1 / 3], expected="what a plain copy of it gives")


@pytest.mark.parametrize("p", [0.0, 0.6, 1.0])
def test_input_is_not_changed(solution, p):
    """the input is not changed"""
    got = solution.top_p_filter(np.array(HALVES), p)
    near(got, by_loop(HALVES, p), expected="a new array; probs as it was")


def test_fresh_borders(solution, seed):
    """fresh inputs with p on a border and beside it"""
    rng = np.random.default_rng(seed)
    for _ in range(8):
        # multiples of 2^-10: every sum is exact, so the border is the same for every way to add
        probs = rng.multinomial(1024, rng.dirichlet(np.ones(12))) / 1024
        border = np.sort(probs)[::-1].cumsum()[rng.integers(12)]
        for p in (border, border - 2**-30, border + 2**-30):
            got = solution.top_p_filter(probs, float(p))
            near(got, by_loop(probs, float(p)), expected="the shortest prefix that reaches p")


def test_fresh_vocabulary(solution, seed):
    """a fresh vocabulary of 2,000 tokens"""
    rng = np.random.default_rng(seed)
    weights = rng.integers(1, 50, 2000)
    probs = weights / 2**17
    p = (int(0.9 * weights.sum()) + 0.5) / 2**17
    near(solution.top_p_filter(probs, p), by_loop(probs, p), expected="the shortest prefix that reaches p")


def test_work_of_a_sort(solution):
    """the work grows no faster than a sort"""
    growth(
        lambda n: solution.top_p_filter.measured(np.arange(1.0, n + 1) / 2**20, 0.9, what="steps").steps,
        n=64,
        at_most=3.0,
        expected="work in O(V log V): a little more than twice as much for twice as many tokens",
    )
