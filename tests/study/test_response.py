"""Chances and likelihoods against sums written out."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.response import (
    ABILITIES,
    DIFFICULTY_SD,
    OFFSETS,
    chances,
    floor_of,
    information,
    likelihood,
)

LEVELS = st.integers(1, 5)
FLOORS = st.sampled_from([0.0, 1 / 30, 0.2, 0.25, 0.5])
COUNTS = st.floats(0, 50)


def slow(ability: float, level: int, floor: float, right: float, wrong: float) -> float:
    """Return the likelihood of answers to one question by the definition."""
    total = weights = 0.0
    for offset in OFFSETS:
        weight = math.exp(-0.5 * (offset / DIFFICULTY_SD) ** 2)
        chance = floor + (1 - floor) / (1 + math.exp(-(ability - (level - 3) - offset)))
        total += weight * chance**right * (1 - chance) ** wrong
        weights += weight
    return total / weights


@given(LEVELS, FLOORS, COUNTS, COUNTS)
def test_likelihood_is_its_definition(level: int, floor: float, right: float, wrong: float) -> None:
    curve = likelihood(level, floor, right, wrong)
    assert len(curve) == len(ABILITIES) == 61
    for place in (0, 17, 30, 44, 60):
        assert curve[place] == pytest.approx(
            math.log(slow(ABILITIES[place], level, floor, right, wrong)), abs=1e-9
        )


@given(LEVELS, FLOORS)
def test_chances_climb_from_the_floor_to_one(level: int, floor: float) -> None:
    curve = chances(level, floor)
    assert list(curve) == sorted(curve)
    assert floor < curve[0] < curve[-1] < 1
    easier = chances(max(1, level - 1), floor)
    assert all(a >= b for a, b in zip(easier, curve, strict=True))


@given(LEVELS, FLOORS, st.integers(1, 59))
def test_information_is_its_definition(level: int, floor: float, place: int) -> None:
    """Fisher's: the square of the slope over the variance of one answer."""
    ability, step = ABILITIES[place], 1e-4
    chance = slow(ability, level, floor, 1, 0)
    after, before = (slow(ability + side, level, floor, 1, 0) for side in (step, -step))
    slope = (after - before) / (2 * step)
    expected = slope**2 / (chance * (1 - chance))
    assert information(level, floor)[place] == pytest.approx(expected, rel=0.02, abs=1e-3)


def test_a_level_three_question_is_even_for_ability_zero() -> None:
    assert chances(3)[30] == pytest.approx(0.5)


@given(st.floats(0, 5000), st.floats(0, 5000))
def test_long_streaks_stay_finite(right: float, wrong: float) -> None:
    assert all(map(math.isfinite, likelihood(1, 0.25, right, wrong)))


def test_information_is_highest_where_the_chance_is_even() -> None:
    for level in range(1, 6):
        curve = information(level)
        assert ABILITIES[curve.index(max(curve))] == pytest.approx(level - 3)
        # a guess that may be right tells less, most of all where one knows little
        assert all(a > b for a, b in zip(curve, information(level, 0.25), strict=True))


def test_floors_by_kind() -> None:
    assert floor_of("choice", 4) == floor_of("bug", 4) == 0.25
    assert floor_of("multi", 5) == pytest.approx(1 / 30)
    assert floor_of("choice", 0) == floor_of("multi", 0) == 0.0
    assert {floor_of(kind, 4) for kind in ("numeric", "short", "order", "predict", "open", "kata")} == {0.0}
