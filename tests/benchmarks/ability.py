"""Print how far ability can be trusted: learners are made up whose true chances are known, and estimated.

Leaves out the model itself (docs/ability.md explains it and keeps the table).
Run: python tests/benchmarks/ability.py [--learners 100] [--half-life 14]
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise
from math import exp
from random import Random
from statistics import fmean
from typing import NamedTuple

from drill.study.ability import HALF_LIFE_DAYS, INTERVIEW_LEVELS, profile
from drill.study.evidence import Response
from drill.study.posterior import Estimate
from drill.study.question import ItemId, Topic
from drill.study.response import DIFFICULTY_SD, MIDDLE_LEVEL

TODAY = date(2026, 6, 1)
TOPICS = tuple(Topic(f"topic-{number}") for number in range(10))
STRENGTHS = (-1.5, 0.0, 1.5)
COUNTS = (10, 40, 80, 160, 320)
WANTED_MARGIN = 0.10
TOPIC_SD = 0.7
# how the bank's questions spread over levels 1 to 5, how many show four options, how many are families
LEVEL_SHARES = (11, 27, 39, 16, 7)
CHOICE_SHARE, FAMILY_SHARE, FAMILIES = 0.45, 0.25, 90


class Setting(NamedTuple):
    """How a made-up learner differs from the model: `trend` and `wander` move abilities, in logits a month.

    `wrong_sd` is added to what the model assumes of difficulties; `slips` is the share of right answers lost.
    """

    name: str
    wrong_sd: float = 0.0
    slips: float = 0.0
    trend: float = 0.0
    wander: float = 0.0
    a_day: int = 5


SETTINGS = (
    Setting("model right, in one sitting", a_day=1000),
    Setting("model right"),
    Setting("wrong difficulties", wrong_sd=0.7),
    Setting("slips", slips=0.05),
    Setting("learning", trend=0.5, wander=0.2),
    Setting("forgetting", trend=-0.5, wander=0.2),
    Setting("all, learning", 0.7, 0.05, 0.5, 0.2),
    Setting("all, forgetting", 0.7, 0.05, -0.5, 0.2),
)


class Learner:
    """A learner of known ability today."""

    def __init__(self, setting: Setting, strength: float, rng: Random) -> None:
        """Draw a learner's topics around a strength, and the numeric families of the bank."""
        self.setting, self._rng = setting, rng
        self.now = {topic: strength + rng.gauss(0, TOPIC_SD) for topic in TOPICS}
        self._families = [self._question(f"family-{number}") for number in range(FAMILIES)]

    def truth(self, topic: Topic) -> float:
        """Return the true chance to answer what interviews ask in a topic."""
        return fmean(self._chance(self.now[topic] - (level - MIDDLE_LEVEL)) for level in INTERVIEW_LEVELS)

    def _chance(self, advantage: float) -> float:
        sd = (DIFFICULTY_SD**2 + self.setting.wrong_sd**2) ** 0.5
        nodes = [place / 8 for place in range(-32, 33)]
        weights = [exp(-0.5 * node * node) for node in nodes]
        known = sum(w * _sigmoid(advantage - sd * z) for w, z in zip(weights, nodes, strict=True))
        return (1 - self.setting.slips) * known / sum(weights)

    def answers(self, count: int) -> Iterator[Response]:
        """Yield so many answers, the newest first."""
        abilities, rng, a_day = dict(self.now), self._rng, self.setting.a_day
        for number in range(count):
            if number and number % a_day == 0:
                self._a_day_before(abilities)
            is_family = rng.random() < FAMILY_SHARE
            asked, hardness = rng.choice(self._families) if is_family else self._question(f"item-{number}")
            right = rng.random() < asked.floor + (1 - asked.floor) * _sigmoid(
                abilities[asked.topic] - hardness
            )
            slipped = rng.random() < self.setting.slips
            yield asked._replace(score=float(right and not slipped), day=TODAY - timedelta(number // a_day))

    def _a_day_before(self, abilities: dict[Topic, float]) -> None:
        for topic in TOPICS:
            moved = self._rng.gauss(self.setting.trend / 30, self.setting.wander / 30**0.5)
            abilities[topic] -= moved

    def _question(self, name: str) -> tuple[Response, float]:
        rng = self._rng
        level = rng.choices(range(1, 6), LEVEL_SHARES)[0]
        floor = 0.25 if "item" in name and rng.random() < CHOICE_SHARE / (1 - FAMILY_SHARE) else 0.0
        hardness = level - MIDDLE_LEVEL + rng.gauss(0, DIFFICULTY_SD) + rng.gauss(0, self.setting.wrong_sd)
        return Response(ItemId(name), rng.choice(TOPICS), level, floor, 0.0, TODAY), hardness


def _sigmoid(x: float) -> float:
    return 1 / (1 + exp(-x))


class Trial(NamedTuple):
    """One estimate beside the truth; `topic` None is overall."""

    strength: float
    answers: int
    topic: Topic | None
    estimate: Estimate
    truth: float


def trials(setting: Setting, learners: int, half_life: float) -> Iterator[Trial]:
    """Yield all estimates that a setting's learners would be shown."""
    for strength in STRENGTHS:
        for number in range(learners):
            learner = Learner(setting, strength, Random(f"{setting.name} {strength} {number}"))
            yield from _of(learner, strength, half_life)


def _of(learner: Learner, strength: float, half_life: float) -> Iterator[Trial]:
    answers = list(learner.answers(COUNTS[-1]))
    truths: dict[Topic | None, float] = {topic: learner.truth(topic) for topic in TOPICS}
    truths[None] = fmean(truths.values())
    for count in COUNTS:
        known = profile(answers[:count], today=TODAY, topics=TOPICS, half_life=half_life)
        for topic, truth in truths.items():
            estimate = known.readiness(topic)
            if estimate is not None:
                yield Trial(strength, count, topic, estimate, truth)


class Figures(NamedTuple):
    """How trials came out: the share covered, overall and at the worst strength, bias, half the width."""

    covered: float
    worst: float
    bias: float
    margin: float


def figures(of: Sequence[Trial]) -> Figures | None:
    """Return the figures of trials; None for fewer than thirty of a strength."""
    by_strength = [[trial for trial in of if trial.strength == strength] for strength in STRENGTHS]
    if min(map(len, by_strength)) < 30:
        return None
    shares = [fmean(t.estimate.low <= t.truth <= t.estimate.high for t in part) for part in by_strength]
    bias = fmean(t.estimate.chance - t.truth for t in of)
    margin = fmean((t.estimate.high - t.estimate.low) / 2 for t in of)
    return Figures(fmean(shares), min(shares), bias, margin)


def _cells(found: Figures | None) -> str:
    if found is None:
        return "- | - | - |"
    points = f"{100 * found.bias:+.1f} | {100 * found.margin:.1f}"
    return f"{100 * found.covered:.0f} ({100 * found.worst:.0f}) | {points} |"


def _needed(margins: dict[int, float]) -> str:
    """Return after how many answers the margin is WANTED_MARGIN, between counts by the root of the count."""
    for (before, wide), (after, narrow) in pairwise(margins.items()):
        if narrow <= WANTED_MARGIN < wide:
            part = (wide - WANTED_MARGIN) / (wide - narrow)
            return f"{(before**-0.5 + part * (after**-0.5 - before**-0.5)) ** -2:.0f}"
    return f"not within {COUNTS[-1]}: {100 * min(margins.values(), default=1.0):.0f} points at best"


def report(setting: Setting, learners: int, half_life: float) -> str:
    """Print a setting's rows; return how many answers it takes until the margin is wanted."""
    found = list(trials(setting, learners, half_life))
    margins: dict[int, float] = {}
    for count in COUNTS:
        overall = figures([trial for trial in found if trial.answers == count and trial.topic is None])
        by_topic = figures([trial for trial in found if trial.answers == count and trial.topic is not None])
        sys.stdout.write(f"| {setting.name} | {count} | {_cells(overall)} {_cells(by_topic)}\n")
        sys.stdout.flush()
        margins |= {} if overall is None else {count: overall.margin}
    return _needed(margins)


def main() -> None:
    """Print both tables as Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--learners", type=int, default=100, help="of each of three strengths")
    parser.add_argument("--half-life", type=float, default=HALF_LIFE_DAYS)
    options = parser.parse_args()
    sys.stdout.write(
        "| setting | answers | overall: covered % | bias | margin | topic: covered % | bias | margin |\n"
        "|---|--:|--:|--:|--:|--:|--:|--:|\n"
    )
    needed = {setting.name: report(setting, options.learners, options.half_life) for setting in SETTINGS}
    sys.stdout.write("\n| setting | answers until the margin is 10 points |\n|---|--:|\n")
    for name, count in needed.items():
        sys.stdout.write(f"| {name} | {count} |\n")


if __name__ == "__main__":
    main()
