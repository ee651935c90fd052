"""Hidden tests of attention: small cases first, then the edges, then fresh inputs against a loop."""

import math

import numpy as np

from drill.grader.checks import close, holds

CASES = range(12)
HALF = {"rtol": 2e-3, "atol": 1e-3}


def spec(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Return attention one query and one key at a time; sums by fsum."""
    *lead, rows, width = q.shape
    keys, value_width = v.shape[-2:]
    visible = np.broadcast_to(True if mask is None else mask, (*lead, rows, keys))
    result = np.zeros((*lead, rows, value_width), dtype=q.dtype)
    for *head, row in np.ndindex(*lead, rows):
        seen = [key for key in range(keys) if visible[*head, row, key]]
        if seen:
            scores = [_dot(q[*head, row], k[*head, key]) / math.sqrt(width) for key in seen]
            weights = [math.exp(score - max(scores)) for score in scores]
            for column in range(value_width):
                parts = [w * float(v[*head, key, column]) for w, key in zip(weights, seen, strict=True)]
                result[*head, row, column] = math.fsum(parts) / math.fsum(weights)
    return result


def _dot(a: np.ndarray, b: np.ndarray) -> float:
    return math.fsum(x * y for x, y in zip(a.tolist(), b.tolist(), strict=True))


def _with_scores(scores: list[float]) -> tuple[np.ndarray, np.ndarray]:
    """Return a query and keys of width 4 whose scaled scores are exactly these."""
    keys = np.zeros((len(scores), 4))
    keys[:, 0] = scores
    return np.array([[2.0, 0, 0, 0]]), keys


def _fresh(
    rng: np.random.Generator, lead: tuple[int, ...], rows: int, keys: int, widths: tuple[int, int] = (3, 2)
):
    width, value_width = widths
    shapes = (*lead, rows, width), (*lead, keys, width), (*lead, keys, value_width)
    return tuple(rng.normal(size=shape) for shape in shapes)


def test_one_query_three_keys(solution):
    """weighs each value by the softmax of its score"""
    q, k = _with_scores([math.log(6), math.log(3), 0.0])
    v = np.array([[10.0], [20.0], [70.0]])
    close(
        solution.attention(q, k, v),
        np.array([[19.0]]),
        expected="[[19]]: weights 0.6, 0.3 and 0.1 on 10, 20 and 70",
    )


def test_single_key(solution):
    """returns the value of the only key"""
    q, k = _with_scores([-3.0])
    v = np.array([[5.0, -7.0]])
    close(solution.attention(q, k, v), v, expected="the value of the only key, whatever its score")


def test_more_keys_than_queries(solution):
    """normalizes the weights of each query"""
    k = np.zeros((4, 2))
    v = np.array([[1.0], [2.0], [3.0], [6.0]])
    close(
        solution.attention(np.ones((2, 2)), k, v),
        np.full((2, 1), 3.0),
        expected="[[3], [3]]: four equal weights a query",
    )


def test_more_queries_than_keys(solution):
    """takes more queries than keys"""
    q, k, v = np.diag([2.0, 4.0, 8.0])[:, :2], np.array([[1.0, 0], [0, 1]]), np.array([[1.0, 0], [0, 1]])
    close(solution.attention(q, k, v), spec(q, k, v), expected="three rows, each of weights that sum to 1")


def test_scale_is_of_one_head(solution):
    """scales by the width of one head"""
    a = math.log(3)
    q = np.zeros((2, 3, 1, 16))
    q[..., 0] = 4.0
    k = np.zeros((2, 3, 2, 16))
    k[:, :, 0, 0] = a
    v = np.zeros((2, 3, 2, 1))
    v[:, :, 0] = 4.0
    close(
        solution.attention(q, k, v),
        np.full((2, 3, 1, 1), 3.0),
        expected="3.0 in each head: scores ln 3 and 0",
    )


def test_value_width_differs(solution):
    """allows values wider than keys"""
    q, k = _with_scores([0.0, math.log(3)])
    v = np.array([[0.0, 4, 8, 12, 16, 20], [4, 4, 4, 4, 4, 4]])
    close(
        solution.attention(q, k, v),
        np.array([[3.0, 4, 5, 6, 7, 8]]),
        expected="six columns: a quarter of row 0, the rest of row 1",
    )


def test_hidden_key(solution):
    """shares the weight out among visible keys"""
    q, k = _with_scores([0.0, 0.0, 2.0])
    v = np.array([[2.0], [4.0], [900.0]])
    mask = np.array([[True, True, False]])
    close(
        solution.attention(q, k, v, mask),
        np.array([[3.0]]),
        expected="[[3]]: the two visible keys weigh 0.5 each",
    )


def test_one_visible_key(solution):
    """returns the value of the only visible key"""
    q, k = _with_scores([1.0, -2.0, 3.0])
    v = np.array([[2.0], [4.0], [8.0]])
    mask = np.array([[False, True, False]])
    close(solution.attention(q, k, v, mask), np.array([[4.0]]), expected="[[4]]: only key 1 is visible")


def test_row_without_keys(solution):
    """gives zeros to a query that sees no key"""
    q, k, v = np.ones((3, 2)), np.ones((2, 2)), np.array([[2.0], [4.0]])
    mask = np.array([[True, True], [False, False], [False, True]])
    want = np.array([[3.0], [0.0], [4.0]])
    close(solution.attention(q, k, v, mask), want, expected="[[3], [0], [4]]: query 1 sees nothing")


def test_nothing_visible(solution):
    """gives zeros when everything is hidden"""
    q, k, v = np.ones((2, 3, 4)), np.ones((2, 5, 4)), np.ones((2, 5, 2))
    mask = np.zeros((3, 5), dtype=bool)
    close(solution.attention(q, k, v, mask), np.zeros((2, 3, 2)), expected="zeros only, no NaN")


def test_large_scores_in_different_rows(solution):
    """survives scores of 10,000 and -10,000 in one call"""
    _, k = _with_scores([1e4, 1e4 + 1])
    q = np.array([[2.0, 0, 0, 0], [-2.0, 0, 0, 0]])
    v = np.array([[0.0], [1.0]])
    share = 1 / (1 + math.exp(-1))
    want = np.array([[share], [1 - share]])
    close(
        solution.attention(q, k, v),
        want,
        expected="only the gap of 1 between the two scores counts, in each row",
    )


def test_hidden_key_with_huge_score(solution):
    """lets no hidden key win by a huge score"""
    q, k = _with_scores([1e4, 0.0, 0.0])
    v = np.array([[900.0], [2.0], [4.0]])
    mask = np.array([[False, True, True]])
    close(
        solution.attention(q, k, v, mask),
        np.array([[3.0]]),
        expected="[[3]]: key 0 is hidden, the others weigh 0.5 each",
    )


def test_visible_keys_with_tiny_scores(solution):
    """lets no hidden key win where visible scores are tiny"""
    q, k = _with_scores([0.0, -1e12, -1e12])
    v = np.array([[900.0], [2.0], [4.0]])
    mask = np.array([[False, True, True]])
    close(
        solution.attention(q, k, v, mask),
        np.array([[3.0]]),
        expected="[[3]]: key 0 is hidden, the others weigh 0.5 each",
    )


def test_causal_mask(solution):
    """sees under a causal mask what the prefix alone gives"""
    q, k, v = _fresh(np.random.default_rng(3), (2,), 5, 5)
    mask = np.tril(np.ones((5, 5), dtype=bool))
    prefixes = [spec(q[:, i : i + 1], k[:, : i + 1], v[:, : i + 1]) for i in range(5)]
    want = np.concatenate(prefixes, axis=1)
    close(solution.attention(q, k, v, mask), want, expected="row i as if only keys 0 to i were there")


def test_mask_of_keys(solution):
    """broadcasts a mask of shape (S,)"""
    q, k, v = _fresh(np.random.default_rng(4), (2, 3), 4, 5)
    mask = np.array([True, False, True, True, False])
    close(
        solution.attention(q, k, v, mask),
        spec(q, k, v, mask),
        expected="keys 1 and 4 hidden from every query of every head",
    )


def test_mask_of_queries(solution):
    """broadcasts a mask of shape (L, 1)"""
    q, k, v = _fresh(np.random.default_rng(5), (2,), 4, 5)
    mask = np.array([[True], [False], [True], [False]])
    close(
        solution.attention(q, k, v, mask),
        spec(q, k, v, mask),
        expected="rows 1 and 3 zeros, the others see all keys",
    )


def test_mask_of_sequences(solution):
    """broadcasts a mask of shape (batch, 1, 1, S)"""
    q, k, v = _fresh(np.random.default_rng(6), (2, 3), 2, 4)
    mask = np.array([[True, True, False, False], [True, True, True, True]])[:, None, None, :]
    close(
        solution.attention(q, k, v, mask),
        spec(q, k, v, mask),
        expected="sequence 0 sees two keys, sequence 1 all four",
    )


def test_float32(solution):
    """keeps float32"""
    q, k, v = (a.astype(np.float32) for a in _fresh(np.random.default_rng(8), (2,), 3, 4))
    close(
        solution.attention(q, k, v),
        spec(q, k, v),
        rtol=1e-5,
        atol=1e-6,
        dtype=np.float32,
        expected="a float32 array",
    )


def test_float16(solution):
    """keeps float16, with scores beyond its range"""
    q, k = np.full((1, 4), 400, dtype=np.float16), np.full((2, 4), 400, dtype=np.float16)
    v = np.array([[1.0], [2.0]], dtype=np.float16)
    want = np.array([[1.5]], dtype=np.float16)
    close(
        solution.attention(q, k, v),
        want,
        **HALF,
        dtype=np.float16,
        expected="[[1.5]] in float16: two equal scores of 320,000",
    )


def test_float64_is_exact(solution):
    """keeps the precision of float64"""
    q, k, v = _fresh(np.random.default_rng(9), (), 4, 6)
    close(
        solution.attention(q, k, v),
        spec(q, k, v),
        rtol=1e-11,
        atol=1e-13,
        dtype=np.float64,
        expected="float64 to 11 digits",
    )


def test_memory_order(solution):
    """takes Fortran-ordered and strided arrays"""
    q, k, v = _fresh(np.random.default_rng(10), (2,), 4, 6, (3, 4))
    fortran, strided = np.asfortranarray(q), v[:, ::-1, ::2]
    mask = np.asfortranarray(np.tri(4, 6, 2, dtype=bool))
    want = spec(q, k, v[:, ::-1, ::2].copy(), mask)
    close(
        solution.attention(fortran, k, strided, mask), want, expected="the same result for any memory order"
    )


def test_input_stays(solution):
    """leaves q, k, v and the mask as they were"""
    q, k, v = _fresh(np.random.default_rng(11), (2,), 3, 3)
    mask = np.tri(3, dtype=bool)
    # the proxy compares every argument before and after the call
    close(
        solution.attention(q, k, v, mask), spec(q, k, v, mask), expected="the result, and unchanged arguments"
    )


def test_memory(solution):
    """needs no array of queries x keys x head width"""
    q, k, v = _fresh(np.random.default_rng(12), (), 128, 128, (64, 64))
    peak = solution.attention.measured(q, k, v, what="memory").peak_bytes
    scores_bytes = 128 * 128 * 8
    holds(
        peak < 20 * scores_bytes,
        expected="memory of the order of the 128 x 128 scores",
        difference=f"at its peak {peak / scores_bytes:.0f} times the size of the scores",
    )


def test_fresh_inputs(solution, seed):
    """agrees with a loop on fresh inputs and masks"""
    for case in CASES:
        rng = np.random.default_rng([seed, case])
        lead = tuple(rng.integers(1, 4, size=case % 3).tolist())
        rows, keys, width, value_width = rng.integers(1, 7, size=4).tolist()
        q, k, v = _fresh(rng, lead, rows, keys, (width, value_width))
        mask = rng.random((*lead, rows, keys)) < rng.choice([0.3, 0.7, 0.95])
        close(
            solution.attention(q, k, v, mask),
            spec(q, k, v, mask),
            expected="what a loop over queries and keys gives",
        )
        close(solution.attention(q, k, v), spec(q, k, v), expected="what a loop over queries and keys gives")


def test_fresh_large_scores(solution, seed):
    """agrees with a loop on fresh scores of any size"""
    for case in CASES:
        rng = np.random.default_rng([seed, 100 + case])
        q, k, v = _fresh(rng, (2,), 4, 5)
        # a scale of its own for each query: one maximum for all of them won't do
        q *= 10.0 ** rng.uniform(0, 4, size=(2, 4, 1))
        mask = rng.random((4, 5)) < 0.6
        close(
            solution.attention(q, k, v, mask),
            spec(q, k, v, mask),
            rtol=1e-6,
            expected="what a loop over queries and keys gives",
        )
