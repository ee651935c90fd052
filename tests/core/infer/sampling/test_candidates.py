"""The shrinking sets keep what the full sorts keep, token for token, on rows full of ties and masks."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.errors import InputError
from drill.core.infer.arrays import Floats
from drill.core.infer.sampling import candidates, processors
from drill.core.infer.sampling.candidates import Candidates


@st.composite
def rows(draw: st.DrawFn) -> Floats:
    """Rows longer than the first head; few distinct values give ties."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    size, spread = draw(st.integers(1, 3000)), draw(st.sampled_from([0.0, 0.01, 1.0, 8.0]))
    row = random.normal(0, spread, size).astype(np.float32)
    if draw(st.booleans()):
        row = row.round(1)
    row[random.random(size) < draw(st.sampled_from([0, 0.3]))] = -np.inf
    row[random.integers(size)] = 1.0
    return row


def spread_out(tokens: Candidates, size: int) -> Floats:
    row = np.full(size, -np.inf, np.float32)
    row[tokens.ids] = tokens.logits
    return row


Fast = Callable[[Candidates, float], Candidates]
Slow = Callable[[Floats, float], Floats]


def check(row: Floats, value: float, fast: Fast, slow: Slow) -> None:
    tokens = fast(candidates.from_logits(row), value)
    assert (np.diff(tokens.ids) > 0).all()
    np.testing.assert_array_equal(spread_out(tokens, len(row)), slow(row[None], value)[0])


@settings(max_examples=80, deadline=None)
@given(rows(), st.integers(-1, 3100))
def test_top_k(row: Floats, k: int) -> None:
    check(row, k, lambda tokens, value: candidates.keep_top_k(tokens, int(value)), processors.keep_top_k)


@settings(max_examples=80, deadline=None)
@given(rows(), st.one_of(st.floats(0, 1), st.sampled_from([0.5, 0.8, 0.95, 0.999])))
def test_top_p(row: Floats, p: float) -> None:
    check(row, p, candidates.keep_top_p, processors.keep_top_p)


@settings(max_examples=40, deadline=None)
@given(rows(), st.floats(0, 1))
def test_min_p(row: Floats, min_p: float) -> None:
    check(row, min_p, candidates.keep_min_p, processors.keep_min_p)


@settings(max_examples=40, deadline=None)
@given(rows(), st.floats(1e-5, 100))
def test_temperature(row: Floats, temperature: float) -> None:
    check(row, temperature, candidates.temper, processors.temper)


def test_the_row_is_left_as_it_was() -> None:
    row = np.array([1.0, 2.0, 3.0], np.float32)
    candidates.add_bias(candidates.from_logits(row), {1: -np.inf, 2: 5.0})
    candidates.from_logits(row).logits[0] = 9
    assert row.tolist() == [1, 2, 3]


@pytest.mark.parametrize("broken", [np.nan, np.inf])
def test_broken_logits(broken: float) -> None:
    with pytest.raises(InputError, match="NaN or infinity"):
        candidates.from_logits(np.array([1, broken, -np.inf], np.float32))


def test_no_token_allowed() -> None:
    masked = np.full(3, -np.inf, np.float32)
    with pytest.raises(InputError, match="no token allowed"):
        candidates.from_logits(masked)
    with pytest.raises(InputError, match="no token allowed"):
        candidates.from_logits(np.zeros(3, np.float32), np.zeros(3, bool))
    with pytest.raises(InputError, match="no token allowed"):
        candidates.add_bias(candidates.from_logits(np.zeros(2, np.float32)), {0: -np.inf, 1: -np.inf})


def test_bias_and_penalties_pass_over_tokens_that_are_gone() -> None:
    tokens = candidates.from_logits(np.array([-np.inf, 1.0, -np.inf], np.float32))
    assert candidates.add_bias(tokens, {0: 3.0, 1: 1.0, 2: 3.0}).logits.tolist() == [2]


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 1500), st.integers(0, 2**32 - 1), st.integers(0, 2**16 - 1))
def test_invert_is_the_search_in_one_running_sum(size: int, seed: int, step: int) -> None:
    random = np.random.default_rng(seed)
    shares = (random.integers(0, 4, size) * (random.random(size) < 0.3)).astype(np.float32)
    shares[random.integers(size)] = 1
    # whole numbers and a binary fraction: both sums are exact
    quantile = step / 2**16
    sums = shares.cumsum()
    assert candidates.invert(shares, quantile) == np.searchsorted(sums, quantile * sums[-1], side="right")


def test_invert_never_leaves_the_shares_that_are_there() -> None:
    shares = np.zeros(600, np.float32)
    shares[[3, 300]] = [1, 1e-30]
    assert candidates.invert(shares, 0.0) == 3
    assert candidates.invert(shares, 1 - 2**-53) in (3, 300)
