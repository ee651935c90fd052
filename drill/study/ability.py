"""What a learner can do, by topic and overall, from the answers that measure.

Leaves out which answers do (evidence.py) and one question's chances (response.py). All sums run over grids:
nothing is drawn at random. docs/ability.md explains the model and holds the simulation behind its constants.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from math import exp, hypot, log, sqrt
from operator import add, mul
from statistics import fmean
from typing import NamedTuple

from drill.study.calendar import days_between
from drill.study.evidence import Response
from drill.study.posterior import Z90, Estimate, Grid, Posterior, bells, dot, normal, normalized, rises
from drill.study.question import ItemId, Topic
from drill.study.response import ABILITIES, LEAST, chances, likelihood

# an answer this old counts half
HALF_LIFE_DAYS = 14.0
# what is believed before any answer, in logits: of an unknown learner, and of topics around the learner
PRIOR_SD = 2.0
TOPIC_SD = 0.7
# how far abilities move in thirty days, up or down, all of them together
DRIFT_SD = 0.4
# with fewer different questions, older ones counting for less, there is no estimate
LEAST_IN_TOPIC = 5.0
LEAST_OVERALL = 10.0
INTERVIEW_LEVELS = (2, 3, 4)
_MONTH_DAYS = 30.0


class Profile(NamedTuple):
    """A learner's abilities by topic, and `common`, around which topics lie: that of one not known yet.

    `conditional` holds, topic by topic, the masses of its ability for each of ABILITIES in common.
    """

    topics: Mapping[Topic, Posterior]
    common: Posterior
    conditional: tuple[tuple[Grid, ...], ...]

    def chance(self, level: int, topic: Topic | None = None, *, floor: float = 0.0) -> Estimate | None:
        """Return the chance to answer an unseen question of a level, without a topic the mean over all.

        None where there is not enough evidence; KeyError for a topic that the profile leaves out.
        """
        return self._estimate(chances(level, floor), topic)

    def readiness(self, topic: Topic | None = None) -> Estimate | None:
        """Return the chance at what interviews ask, the mean over INTERVIEW_LEVELS; None as in `chance`."""
        return self._estimate(_asked_in_interviews(), topic)

    def _estimate(self, curve: Grid, topic: Topic | None) -> Estimate | None:
        if topic is not None:
            posterior = self.topics[topic]
            return posterior.expect(curve) if posterior.questions >= LEAST_IN_TOPIC else None
        return self._mean(curve) if self.common.questions >= LEAST_OVERALL else None

    def _mean(self, curve: Grid) -> Estimate:
        """Return the mean over topics; its interval by moments, on the logit scale, which ends at 0 and 1."""
        mean, variance = self._moments(curve)
        drifted = fmean(one.drift * dot(one.masses, rises(curve)) for one in self.topics.values())
        slope, center = mean * (1 - mean), log(mean / (1 - mean))
        margin = Z90 * hypot(sqrt(max(variance, 0.0)), drifted) / slope
        low, high = (1 / (1 + exp(-end)) for end in (center - margin, center + margin))
        return Estimate(mean, low, high, self.common.questions)

    def _moments(self, curve: Grid) -> tuple[float, float]:
        """Return mean and variance of a curve's mean over topics: given what is common, each stands alone."""
        squares, count = [value * value for value in curve], len(self.conditional)
        means, variances = [], []
        for place in range(len(ABILITIES)):
            firsts = [dot(rows[place], curve) for rows in self.conditional]
            seconds = [dot(rows[place], squares) for rows in self.conditional]
            means.append(sum(firsts) / count)
            variances.append((sum(seconds) - dot(firsts, firsts)) / count**2)
        mean = dot(self.common.masses, means)
        between = [(one - mean) ** 2 for one in means]
        return mean, dot(self.common.masses, list(map(add, variances, between)))


class _Heard(NamedTuple):
    """What a topic's answers say: log-likelihoods over ABILITIES, their questions, their mean age."""

    logs: Grid
    questions: float
    days: float


def profile(
    responses: Iterable[Response], *, today: date, topics: Sequence[Topic], half_life: float = HALF_LIFE_DAYS
) -> Profile:
    """Return a learner's abilities in these topics; answers in others are left out."""
    by_topic: dict[Topic, list[Response]] = defaultdict(list)
    for response in responses:
        by_topic[response.topic].append(response)
    return _joined({topic: _hear(by_topic[topic], today, half_life) for topic in topics})


def _hear(responses: Iterable[Response], today: date, half_life: float) -> _Heard:
    """Weigh a topic's answers by age in whole weeks; those to one question share its difficulty."""
    tallies: dict[tuple[ItemId, int, float], tuple[float, float, float]] = {}
    weights = days = 0.0
    for item, _, level, floor, score, day in responses:
        age = days_between(day, today)
        weight = 0.5 ** (age // 7 * 7 / half_life)
        right, wrong, newest = tallies.get((item, level, floor), (0.0, 0.0, 0.0))
        tallies[item, level, floor] = (
            right + weight * score, wrong + weight * (1 - score), max(newest, weight)
        )  # fmt: skip
        weights, days = weights + weight, days + weight * age
    logs = [0.0] * len(ABILITIES)
    for (_, level, floor), (right, wrong, _) in tallies.items():
        logs = list(map(add, logs, likelihood(level, floor, right, wrong)))
    questions = sum(newest for _, _, newest in tallies.values())
    return _Heard(tuple(logs), questions, days / weights if weights else 0.0)


def _joined(heard: Mapping[Topic, _Heard]) -> Profile:
    """Tie topics by what is common to them."""
    products = {topic: _products(one.logs) for topic, one in heard.items()}
    logs = [log(normal(ability, PRIOR_SD)) for ability in ABILITIES]
    for rows in products.values():
        logs = [value + log(max(sum(row), LEAST)) for value, row in zip(logs, rows, strict=True)]
    common = _masses(logs)
    conditional = {topic: tuple([normalized(row) for row in rows]) for topic, rows in products.items()}
    questions = sum(one.questions for one in heard.values())
    days = sum(one.questions * one.days for one in heard.values()) / questions if questions else 0.0
    topics = {
        topic: Posterior(
            tuple([dot(common, column) for column in zip(*conditional[topic], strict=True)]),
            one.questions,
            # of a topic without answers one knows what the others' answers say
            _drift(one.days if one.questions else days),
        )
        for topic, one in heard.items()
    }
    return Profile(topics, Posterior(common, questions, _drift(days)), tuple(conditional.values()))


def _drift(days: float) -> float:
    return DRIFT_SD * days / _MONTH_DAYS


def _products(logs: Grid) -> tuple[Grid, ...]:
    """Return, for each of ABILITIES in common, prior times likelihood over a topic's own ability."""
    top = max(logs)
    likelihoods = [exp(value - top) for value in logs]
    return tuple([tuple(map(mul, row, likelihoods)) for row in bells(TOPIC_SD)])


def _masses(logs: Sequence[float]) -> Grid:
    top = max(logs)
    return normalized([exp(value - top) for value in logs])


@cache
def _asked_in_interviews() -> Grid:
    curves = [chances(level) for level in INTERVIEW_LEVELS]
    return tuple([fmean(values) for values in zip(*curves, strict=True)])
