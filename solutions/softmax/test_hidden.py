"""Hidden tests of softmax: constants by hand first, then edges, then fresh inputs against a loop."""

import math

import numpy as np
import pytest

from drill.grader.checks import close, growth

# softmax of two logits that differ by 1, the lower one first
ONE_APART = [0.2689414213699951, 0.7310585786300049]
TOLERANCE = {np.float16: 4e-3, np.float32: 2e-5, np.float64: 1e-10}
SMALLEST = {np.float16: 1e-6, np.float32: 1e-9, np.float64: 0.0}


def shares(logits):
    """Return the softmax of a list of floats, summed by math.fsum."""
    top = max(logits)
    weights = [math.exp(logit - top) for logit in logits]
    total = math.fsum(weights)
    return [weight / total for weight in weights]


def by_loop(x, axis):
    """Return the softmax of `x` along `axis` in float64, one slice after the other."""
    slices = np.moveaxis(x.astype(np.float64), axis, -1)
    out = np.empty(slices.shape)
    for index in np.ndindex(slices.shape[:-1]):
        out[index] = shares(slices[index].tolist())
    return np.moveaxis(out, -1, axis)


def same_as(got, want, *, dtype, expected):
    """Fail unless `got` has `dtype` and is near `want` by that dtype's tolerance."""
    close(
        got,
        np.asarray(want),
        rtol=TOLERANCE[dtype],
        atol=SMALLEST[dtype],
        dtype=dtype,
        expected=expected,
    )


def test_three_logits(solution):
    """three logits by hand"""
    got = solution.softmax(np.log([1.0, 2.0, 5.0]))
    same_as(got, [0.125, 0.25, 0.625], dtype=np.float64, expected="shares of 1, 2 and 5 in 8")


def test_rows_of_a_matrix(solution):
    """each row for itself"""
    got = solution.softmax(np.log([[1.0, 3.0], [2.0, 2.0], [7.0, 1.0]]))
    want = [[0.25, 0.75], [0.5, 0.5], [0.875, 0.125]]
    same_as(got, want, dtype=np.float64, expected="three rows of odds 1:3, 1:1 and 7:1")


def test_columns_of_a_square(solution):
    """axis 0 of a square matrix"""
    got = solution.softmax(np.log([[1.0, 1.0], [3.0, 7.0]]), axis=0)
    want = [[0.25, 0.125], [0.75, 0.875]]
    same_as(got, want, dtype=np.float64, expected="two columns of odds 1:3 and 1:7, each summing to 1")


def test_one_entry_a_slice(solution):
    """a slice of one entry"""
    got = solution.softmax(np.array([[-3.0], [0.0], [900.0]]))
    same_as(got, [[1.0], [1.0], [1.0]], dtype=np.float64, expected="1 in every row: nothing to share with")


@pytest.mark.parametrize("lower", [10000.0, -10001.0])
def test_large_logits(solution, lower):
    """large logits of either sign stay finite"""
    got = solution.softmax(np.array([lower, lower + 1]))
    same_as(got, ONE_APART, dtype=np.float64, expected="the same as for logits 0 and 1")


def test_wide_spread_in_a_row(solution):
    """a row from -1e4 to 1e4"""
    got = solution.softmax(np.array([-1e4, 0.0, 1e4]))
    same_as(got, [0.0, 0.0, 1.0], dtype=np.float64, expected="all the weight on the last entry")


def test_rows_far_apart(solution):
    """rows that lie 20,000 apart"""
    got = solution.softmax(np.array([[1e4, 1e4 + 1], [-1e4, -1e4 + 1]]))
    same_as(got, [ONE_APART, ONE_APART], dtype=np.float64, expected="the same shares in both rows")


def test_minus_infinity(solution):
    """-inf has weight 0"""
    got = solution.softmax(np.array([-np.inf, 0.0, math.log(3.0), -np.inf]))
    same_as(got, [0.0, 0.25, 0.75, 0.0], dtype=np.float64, expected="0 for both -inf, 1:3 for the others")


def test_minus_infinity_in_columns(solution):
    """-inf along axis 0"""
    got = solution.softmax(np.array([[-np.inf, 0.0], [2.0, -np.inf], [2.0, 0.0]]), axis=0)
    want = [[0.0, 0.5], [0.5, 0.0], [0.5, 0.5]]
    same_as(got, want, dtype=np.float64, expected="in each column 0 for -inf and halves for the others")


def test_tiny_weights(solution):
    """tiny weights keep their precision"""
    got = solution.softmax(np.array([0.0, -40.0, -700.0]))
    want = shares([0.0, -40.0, -700.0])
    same_as(got, want, dtype=np.float64, expected="about 1, 4.2e-18 and 9.9e-305, each to 10 digits")


def test_close_logits_in_float64(solution):
    """float64 keeps its digits"""
    logits = [20000.0001, 20000.0002, 20000.0004]
    got = solution.softmax(np.array(logits))
    same_as(got, shares(logits), dtype=np.float64, expected="three shares that differ in the fourth digit")


@pytest.mark.parametrize("axis", [0, 1, 2, -2, -3])
def test_every_axis_of_a_cube(solution, axis):
    """any axis of three"""
    x = np.sin(np.arange(27.0) ** 2).reshape(3, 3, 3) * 4
    got = solution.softmax(x, axis=axis)
    same_as(got, by_loop(x, axis), dtype=np.float64, expected=f"each slice along axis {axis} sums to 1")


def test_float32_is_kept(solution):
    """float32 in, float32 out"""
    got = solution.softmax(np.array([[200.0, 201.0], [-0.5, 0.5]], dtype=np.float32))
    same_as(got, [ONE_APART, ONE_APART], dtype=np.float32, expected="float32 shares")


def test_float16_is_kept(solution):
    """float16 in, float16 out"""
    got = solution.softmax(np.array([[60000.0, -60000.0, -np.inf], [1.0, 0.0, 1.0]], dtype=np.float16))
    want = [[1.0, 0.0, 0.0], [0.42231880, 0.15536240, 0.42231880]]
    same_as(got, want, dtype=np.float16, expected="float16 shares, finite also at the ends of the range")


def test_long_float16_columns(solution):
    """long float16 columns sum to 1"""
    got = solution.softmax(np.zeros((4096, 2), dtype=np.float16), axis=0)
    same_as(got, np.full((4096, 2), 1 / 4096), dtype=np.float16, expected="4,096 equal shares in each column")


def test_float16_vocabulary(solution):
    """a float16 vocabulary of 131,072"""
    got = solution.softmax(np.full(131_072, 2.0, dtype=np.float16))
    same_as(
        got, np.full(131_072, 2.0**-17), dtype=np.float16, expected="131,072 equal shares, none of them 0"
    )


def test_integers_give_float64(solution):
    """integers give float64"""
    got = solution.softmax(np.array([[5, 6], [-1, 0]]))
    same_as(got, [ONE_APART, ONE_APART], dtype=np.float64, expected="float64 shares of whole logits")


@pytest.mark.parametrize("dtype", [np.uint8, np.int8])
def test_narrow_integers(solution, dtype):
    """integers of eight bits"""
    ends = np.iinfo(dtype)
    got = solution.softmax(np.array([ends.min, ends.max, ends.max - 1], dtype=dtype))
    want = shares([float(ends.min), float(ends.max), float(ends.max - 1)])
    same_as(got, want, dtype=np.float64, expected="the same as for these numbers in float64")


def test_nested_list(solution):
    """nested lists give float64"""
    got = solution.softmax([[0, 1], [3.5, 4.5]])
    same_as(got, [ONE_APART, ONE_APART], dtype=np.float64, expected="a float64 array of shape (2, 2)")


def test_no_rows(solution):
    """no rows at all"""
    got = solution.softmax(np.empty((0, 5), dtype=np.float32))
    same_as(got, np.empty((0, 5)), dtype=np.float32, expected="an empty float32 array of shape (0, 5)")


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_input_is_not_changed(solution, dtype):
    """the input is not changed"""
    x = np.array([[1.0, 2.0], [4.0, 3.0]], dtype=dtype)
    same_as(solution.softmax(x), by_loop(x, -1), dtype=dtype, expected="a new array; x as it was")


@pytest.mark.parametrize("axis", [0, 1])
def test_memory_order(solution, axis):
    """transposed, Fortran-ordered and strided inputs"""
    x = np.cos(np.arange(24.0)).reshape(4, 6)
    for view in (x.T, np.asfortranarray(x), x[::-1, ::2]):
        got = solution.softmax(view, axis=axis)
        same_as(got, by_loop(view, axis), dtype=np.float64, expected="what a plain copy of it gives")


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16])
def test_fresh_inputs(solution, seed, dtype):
    """fresh inputs of every float dtype"""
    rng = np.random.default_rng(seed)
    for shape in [(7,), (5, 5), (2, 3, 4), (3, 2, 2, 3)]:
        # float16 may round a difference before exp: a spread of 4 keeps that within its tolerance
        x = rng.uniform(-2, 2, shape).astype(dtype)
        x[(0,) * len(shape)] = -np.inf
        axis = int(rng.integers(-len(shape), len(shape)))
        same_as(solution.softmax(x, axis), by_loop(x, axis), dtype=dtype, expected="what the formula gives")


def test_fresh_rows_of_any_size(solution, seed):
    """fresh rows, large and small together"""
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(8, 9)) * 3 + rng.choice([-1e5, -500.0, 0.0, 500.0, 1e5], size=(8, 1))
    same_as(solution.softmax(x), by_loop(x, 1), dtype=np.float64, expected="each row as if it stood alone")


def test_linear_work(solution):
    """the work grows with the input, not its square"""
    growth(
        lambda n: solution.softmax.measured(np.zeros(n), what="steps").steps,
        n=64,
        at_most=2.5,
        expected="work in proportion to the number of logits",
    )
