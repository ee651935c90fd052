"""Means, intervals and what an answer would tell, over masses on the grid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.posterior import Posterior, bells, dot, rises
from drill.study.response import ABILITIES, chances

LEVELS = st.integers(1, 5)
PLACES = st.integers(0, 60)
SDS = st.floats(0.1, 3.0)


@given(LEVELS, PLACES, SDS, st.floats(0, 2))
def test_the_interval_holds_the_mean_and_drift_widens_it(
    level: int, place: int, sd: float, drift: float
) -> None:
    still, drifted = Posterior(bells(sd)[place]), Posterior(bells(sd)[place], drift=drift)
    one, other = (posterior.expect(chances(level)) for posterior in (still, drifted))
    assert 0 <= other.low <= one.low <= one.high <= other.high <= 1
    assert one.chance == other.chance
    if sd < 1:
        assert one.low < one.chance < one.high


def test_the_interval_of_a_normal_law() -> None:
    posterior = Posterior(bells(0.5)[30])
    found = posterior.expect(ABILITIES)
    assert found[:3] == pytest.approx((0.0, -1.645 * 0.5, 1.645 * 0.5), abs=0.02)
    drifted = Posterior(bells(0.5)[30], drift=0.5).expect(ABILITIES)
    assert drifted.high == pytest.approx(1.645 * 0.5 * 2**0.5, abs=0.02)


def test_what_is_known_for_sure_has_no_width() -> None:
    masses = tuple(float(place == 40) for place in range(61))
    found = Posterior(masses).expect(ABILITIES)
    assert found.chance == pytest.approx(ABILITIES[40])
    assert found.high - found.low < 0.2


@pytest.mark.parametrize("level", range(1, 6))
def test_a_question_of_one_s_own_level_tells_most(level: int) -> None:
    posterior = Posterior(bells(0.5)[30 + 5 * (level - 3)])
    told = {other: posterior.information(other) for other in range(1, 6)}
    assert max(told, key=lambda other: told[other]) == level
    assert posterior.information(level, 0.25) < posterior.information(level)


@given(LEVELS)
def test_rises_add_up_to_the_climb(level: int) -> None:
    curve = chances(level)
    assert dot(rises(curve)[1:], [0.2] * 60) == pytest.approx(curve[-1] - curve[0])
