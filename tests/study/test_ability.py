"""The posterior against integrals by brute force, and what must hold of any learner."""

import math
from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study import ability
from drill.study import response as model
from drill.study.ability import (
    DRIFT_SD,
    HALF_LIFE_DAYS,
    INTERVIEW_LEVELS,
    LEAST_IN_TOPIC,
    LEAST_OVERALL,
    PRIOR_SD,
    TOPIC_SD,
    Profile,
    profile,
)
from drill.study.evidence import Response
from drill.study.posterior import Posterior
from drill.study.question import ItemId, Topic
from drill.study.response import ABILITIES, DIFFICULTY_SD, chances

Floats = npt.NDArray[np.float64]
KV, TOKENS, SERVING = TOPICS = Topic("kv-cache"), Topic("tokens"), Topic("serving")
TODAY = date(2026, 6, 1)
RESPONSES = st.builds(
    Response,
    item=st.sampled_from([ItemId(name) for name in "abcdefghijkl"]),
    topic=st.sampled_from(TOPICS),
    level=st.integers(1, 5),
    floor=st.sampled_from([0.0, 0.25]),
    score=st.sampled_from([0.0, 1 / 3, 1.0]),
    day=st.integers(0, 100).map(lambda days: TODAY - timedelta(days=days)),
)
LISTS = st.lists(RESPONSES, max_size=25)


def known(responses: Sequence[Response]) -> Profile:
    return profile(responses, today=TODAY, topics=TOPICS)


def answer(name: str, topic: Topic, score: float, *, level: int = 3, days: int = 0) -> Response:
    floor = 0.25 if name.startswith("choice") else 0.0
    return Response(ItemId(name), topic, level, floor, score, TODAY - timedelta(days=days))


def several(count: int, topic: Topic, score: float, *, days: int = 0) -> list[Response]:
    return [answer(f"{topic}-{n}", topic, score, days=days) for n in range(count)]


def mean(posterior: Posterior) -> float:
    return sum(m * a for m, a in zip(posterior.masses, ABILITIES, strict=True))


SOME = [
    answer("choice-1", KV, 1.0, level=4),
    answer("family", KV, 1.0, level=2),
    answer("family", KV, 0.0, level=2, days=15),
    # draws of one family share its difficulty
    *[answer("draws", SERVING, float(n != 1), level=4) for n in range(6)],
    answer("kata", KV, 0.5, level=4, days=40),
    answer("choice-2", TOKENS, 0.0, level=1, days=3),
    answer("short", TOKENS, 0.0, level=2),
]


def by_brute_force(responses: Sequence[Response]) -> tuple[dict[Topic, Floats], Floats]:
    """Return densities over a fine grid of each topic's ability, by numeric integration of the model."""
    fine = np.linspace(-6, 6, 401)
    common = np.exp(-0.5 * (fine / PRIOR_SD) ** 2)
    ties = np.exp(-0.5 * ((fine[None, :] - fine[:, None]) / TOPIC_SD) ** 2)
    ties /= ties.sum(axis=1, keepdims=True)
    heard = {topic: np.ones_like(fine) for topic in TOPICS}
    offsets = np.linspace(-4, 4, 321)
    density = np.exp(-0.5 * (offsets / DIFFICULTY_SD) ** 2)
    for item in {one.item for one in responses}:
        joint = np.broadcast_to(density / density.sum(), (len(fine), len(offsets))).copy()
        for one in (one for one in responses if one.item == item):
            advantage = fine[:, None] - (one.level - 3) - offsets[None, :]
            right = one.floor + (1 - one.floor) / (1 + np.exp(-advantage))
            weight = 0.5 ** ((TODAY - one.day).days // 7 * 7 / HALF_LIFE_DAYS)
            joint *= (right**one.score * (1 - right) ** (1 - one.score)) ** weight
        heard[one.topic] *= joint.sum(axis=1)
    told = {topic: ties @ heard[topic] for topic in TOPICS}
    found = {}
    for topic in TOPICS:
        others = common * math.prod(told[other] for other in TOPICS if other != topic)
        mass = heard[topic] * (others @ ties)
        found[topic] = mass / mass.sum()
    return found, fine


def test_the_posterior_is_that_of_numeric_integration() -> None:
    densities, fine = by_brute_force(SOME)
    found = known(SOME)
    for topic in TOPICS:
        estimate = found.topics[topic]._replace(drift=0.0).expect(ABILITIES)
        assert estimate.chance == pytest.approx(float(densities[topic] @ fine), abs=2e-3)
        below = np.cumsum(densities[topic]) - densities[topic] / 2
        low, high = np.interp([0.05, 0.95], below, fine)
        assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=0.02)
        right = np.interp(fine, ABILITIES, chances(2))
        expected = float(densities[topic] @ right)
        assert found.topics[topic].expect(chances(2)).chance == pytest.approx(expected, abs=1e-3)


def test_overall_is_the_mean_over_topics() -> None:
    found = known(several(6, KV, 1.0) + several(6, TOKENS, 0.0) + several(6, SERVING, 1.0))
    overall, each = found.readiness(), [found.readiness(topic) for topic in TOPICS]
    assert overall is not None
    chances_of = [one.chance for one in each if one is not None]
    assert overall.chance == pytest.approx(sum(chances_of) / 3)
    assert overall.low < overall.chance < overall.high
    # three topics together are known better than one
    assert overall.high - overall.low < min(one.high - one.low for one in each if one is not None)


@pytest.mark.parametrize("topic", [None, KV])
def test_what_may_have_changed_since_widens_every_interval(
    topic: Topic | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [one for topic in TOPICS for one in several(20, topic, 0.5, days=20)]
    drifted = known(answers).readiness(topic)
    monkeypatch.setattr(ability, "DRIFT_SD", 0.0)
    still = known(answers).readiness(topic)
    assert drifted is not None
    assert still is not None
    assert drifted.chance == still.chance
    assert drifted.low < still.low - 0.005
    assert drifted.high > still.high + 0.005


def test_readiness_is_the_mean_over_what_interviews_ask() -> None:
    found = known(several(8, KV, 1.0))
    levels = [found.chance(level, KV) for level in INTERVIEW_LEVELS]
    readiness = found.readiness(KV)
    assert readiness is not None
    assert readiness.chance == pytest.approx(
        sum(one.chance for one in levels if one is not None) / len(INTERVIEW_LEVELS)
    )


def test_no_evidence_gives_the_prior_and_no_estimate() -> None:
    nothing = known([])
    assert nothing.readiness() is nothing.readiness(KV) is nothing.chance(1) is None
    assert mean(nothing.topics[KV]) == pytest.approx(0.0, abs=1e-12)
    spread = math.sqrt(sum(m * a * a for m, a in zip(nothing.common.masses, ABILITIES, strict=True)))
    assert spread == pytest.approx(PRIOR_SD, rel=0.02)
    assert profile([], today=TODAY, topics=()).readiness() is None


def test_an_estimate_needs_enough_different_questions() -> None:
    few = several(int(LEAST_IN_TOPIC) - 1, KV, 1.0)
    one_family = [answer("family", KV, 1.0) for _ in range(50)]
    assert known(few).readiness(KV) is None
    assert known(one_family).readiness(KV) is None
    enough = known([*few, *one_family])
    estimate = enough.readiness(KV)
    assert estimate is not None
    assert estimate.questions == LEAST_IN_TOPIC
    assert enough.readiness() is None
    assert known(several(int(LEAST_OVERALL), KV, 1.0)).readiness() is not None
    # half of it is gone after a half-life
    assert known(several(9, KV, 1.0, days=int(HALF_LIFE_DAYS))).readiness(KV) is None


def test_draws_of_one_family_tell_less_than_different_questions() -> None:
    family = known([answer("family", KV, 1.0) for _ in range(8)])
    assert mean(family.topics[KV]) < mean(known(several(8, KV, 1.0)).topics[KV])


def test_what_is_right_in_one_topic_speaks_for_the_others() -> None:
    found = known(several(10, KV, 1.0))
    assert 0 < mean(found.topics[TOKENS]) < mean(found.topics[KV])
    assert found.topics[TOKENS].masses == pytest.approx(found.topics[SERVING].masses)


def test_old_answers_move_less_and_leave_a_wider_interval() -> None:
    fresh, old = (known(several(12, KV, 1.0, days=days)) for days in (0, 28))
    assert mean(old.topics[KV]) < mean(fresh.topics[KV])
    assert fresh.topics[KV].drift == 0.0
    # the same holds for what they say of topics without answers
    for posterior in (*old.topics.values(), old.common):
        assert posterior.drift == pytest.approx(DRIFT_SD * 28 / 30)
    # a day that the clock put into the future is today
    assert known(several(12, KV, 1.0, days=-5)) == fresh


@settings(deadline=None, max_examples=25)
@given(LISTS, RESPONSES)
def test_a_right_answer_raises_every_chance_and_a_wrong_one_lowers_it(
    responses: list[Response], one: Response
) -> None:
    before = known(responses)
    up, down = (known([*responses, one._replace(score=score)]) for score in (1.0, 0.0))
    for topic in TOPICS:
        low, middle, high = (mean(found.topics[topic]) for found in (down, before, up))
        assert low <= middle + 1e-9 <= high + 2e-9
    assert mean(down.topics[one.topic]) < mean(up.topics[one.topic])


@settings(deadline=None, max_examples=25)
@given(LISTS)
def test_the_order_of_answers_does_not_matter(responses: list[Response]) -> None:
    found, reversed_ = known(responses), known(responses[::-1])
    for topic in TOPICS:
        assert found.topics[topic].masses == pytest.approx(reversed_.topics[topic].masses)
        assert found.topics[topic].questions == pytest.approx(reversed_.topics[topic].questions)


@settings(deadline=None, max_examples=25)
@given(LISTS)
def test_estimates_are_chances_within_their_intervals(responses: list[Response]) -> None:
    found = known(responses)
    for topic in (None, *TOPICS):
        estimate = found.readiness(topic)
        if estimate is not None:
            assert 0 <= estimate.low < estimate.chance < estimate.high <= 1


@pytest.mark.parametrize("score", [0.0, 1.0])
@pytest.mark.parametrize("name", ["family", "choice-family"])
def test_endless_streaks_stay_finite(score: float, name: str) -> None:
    streak = [answer(f"{KV}-{n}", KV, score) for n in range(1500)]
    found = known([*streak, *(answer(name, TOKENS, score, level=5) for _ in range(1500))])
    for topic in (None, KV):
        estimate = found.readiness(topic)
        assert estimate is not None
        assert all(map(math.isfinite, estimate))
        assert abs(estimate.chance - score) < 0.5
    assert all(map(math.isfinite, found.topics[TOKENS].masses))


def test_two_thousand_answers_need_few_integrals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A year of answers shares its curves: one integral for a week, a floor and an outcome."""
    asked = []
    integrated = model._integrated.__wrapped__

    def counted(*of: float) -> tuple[float, ...]:
        asked.append(of)
        return integrated(*of)

    monkeypatch.setattr(model, "_integrated", lru_cache(maxsize=4096)(counted))
    kinds = ("choice", "short")
    year = [
        answer(f"{kinds[n % 2]}-{n}", TOPICS[n % 3], float(n % 5 > 1), level=1 + n % 5, days=n * 365 // 2000)
        for n in range(2000)
    ]
    found = known(year)
    assert found.readiness() is not None
    assert len(asked) <= 53 * 2 * 2
