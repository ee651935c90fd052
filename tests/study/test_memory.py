"""Memory is fsrs-rs and nothing else: equal to bare calls, and a contract in numbers."""

import math
from itertools import pairwise

import fsrs_rs_python as fsrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.journal import Rating
from drill.study.memory import Memory, after, after_all, interval, recall
from drill.study.weights import DEFAULT, RANGES, Weights

ratings = st.sampled_from(list(Rating))
steps = st.lists(st.tuples(ratings, st.integers(0, 400)), min_size=1, max_size=12)


def series(given_ratings: list[tuple[Rating, int]]) -> Memory:
    memory = None
    for rating, elapsed in given_ratings:
        memory = after(memory, rating, elapsed=elapsed)
    assert memory is not None
    return memory


@settings(deadline=None, max_examples=60)
@given(steps)
def test_a_series_equals_bare_calls(given_steps: list[tuple[Rating, int]]) -> None:
    engine = fsrs.FSRS(fsrs.DEFAULT_PARAMETERS)
    state = None
    for rating, elapsed in given_steps:
        states = engine.next_states(state, 0.9, elapsed)
        state = (states.again, states.hard, states.good, states.easy)[rating - 1].memory
    memory = series(given_steps)
    assert state is not None
    assert (memory.stability, memory.difficulty) == (state.stability, state.difficulty)


@settings(deadline=None, max_examples=60)
@given(steps)
def test_stability_and_difficulty_stay_in_bounds(given_steps: list[tuple[Rating, int]]) -> None:
    memory = series(given_steps)
    assert 0 < memory.stability < math.inf
    assert 1 <= memory.difficulty <= 10


def test_the_intervals_of_a_usual_series_are_a_contract() -> None:
    """Good Good Good Again Good, each on its due day; a change here moves everybody's schedule."""
    memory, elapsed, days = None, 0, []
    for rating in (Rating.GOOD, Rating.GOOD, Rating.GOOD, Rating.AGAIN, Rating.GOOD):
        memory = after(memory, rating, elapsed=elapsed)
        elapsed = max(1, round(interval(memory, retention=0.9)))
        days.append(elapsed)
    assert days == [2, 11, 46, 3, 8]


@pytest.mark.parametrize("retention", [0.7, 0.8, 0.9, 0.97])
def test_an_interval_ends_where_recall_has_fallen_to_the_retention(retention: float) -> None:
    memory = series([(Rating.GOOD, 0), (Rating.GOOD, 3), (Rating.GOOD, 20)])
    days = interval(memory, retention=retention)
    assert recall(memory, elapsed=round(days)) == pytest.approx(retention, abs=0.01)


@settings(deadline=None, max_examples=60)
@given(steps)
def test_recall_falls_with_days_and_is_nine_tenths_at_stability(
    given_steps: list[tuple[Rating, int]],
) -> None:
    memory = series(given_steps)
    recalls = [recall(memory, elapsed=days) for days in (0, 1, 3, 10, 30, 365)]
    assert recalls[0] == 1.0
    assert all(left >= right for left, right in pairwise(recalls))
    assert recall(Memory(30.0, 5.0), elapsed=30) == pytest.approx(0.9, abs=1e-4)


@pytest.mark.parametrize("elapsed", [-1, -400, -(2**31)])
def test_a_negative_elapsed_counts_as_none(elapsed: int) -> None:
    memory = series([(Rating.GOOD, 0), (Rating.GOOD, 3)])
    assert after(memory, Rating.GOOD, elapsed=elapsed) == after(memory, Rating.GOOD, elapsed=0)
    assert recall(memory, elapsed=elapsed) == 1.0


def test_better_ratings_give_longer_intervals() -> None:
    memory = series([(Rating.GOOD, 0), (Rating.GOOD, 3)])
    stabilities = [after(memory, rating, elapsed=10).stability for rating in Rating]
    assert stabilities == sorted(stabilities)
    assert len(set(stabilities)) == len(Rating)


days = st.lists(st.tuples(st.sampled_from(Rating), st.integers(0, 500)), max_size=15)
all_weights = st.tuples(*(st.floats(low, high) for low, high in RANGES))


@settings(deadline=None)
@given(reviews=days, weights=st.one_of(st.just(DEFAULT), all_weights))
def test_all_reviews_at_once_are_the_same_as_one_by_one(
    reviews: list[tuple[Rating, int]], weights: Weights
) -> None:
    one_by_one = None
    for number, (rating, elapsed) in enumerate(reviews):
        one_by_one = after(one_by_one, rating, elapsed=elapsed if number else 0, weights=weights)
    reviews = [(rating, elapsed if number else 0) for number, (rating, elapsed) in enumerate(reviews)]
    assert after_all(reviews, weights=weights) == one_by_one
