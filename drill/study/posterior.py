"""What is believed of one ability: a curve's mean and interval over it, and what one more answer would tell.

Leaves out where the masses come from (ability.py).
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import exp, hypot
from operator import mul
from typing import NamedTuple

from drill.study.response import ABILITIES, ABILITY_STEP, information

Grid = tuple[float, ...]
# a central interval of 90 %: what it leaves out at each end, and how many standard deviations it spans
TAIL, Z90 = 0.05, 1.645


class Estimate(NamedTuple):
    """A chance to answer right, 0 to 1, with its central 90 % interval.

    `questions` is the evidence: how many different ones were answered, older answers counting for less.
    """

    chance: float
    low: float
    high: float
    questions: float


class Posterior(NamedTuple):
    """What is believed of an ability: a mass at each of ABILITIES, and the evidence as Estimate counts it.

    `drift` is how far the ability may have moved since, in logits: it widens the interval.
    """

    masses: Grid
    questions: float = 0.0
    drift: float = 0.0

    def expect(self, curve: Sequence[float]) -> Estimate:
        """Return the mean of a curve that climbs over ABILITIES, and the curve at the ends of 90 %."""
        center = dot(self.masses, range(len(self.masses)))
        drifted = Z90 * self.drift / ABILITY_STEP
        low = center - hypot(center - self._place(TAIL), drifted)
        high = center + hypot(self._place(1 - TAIL) - center, drifted)
        return Estimate(dot(self.masses, curve), _at(curve, low), _at(curve, high), self.questions)

    def information(self, level: int, floor: float = 0.0) -> float:
        """Return how much an answer to a question of a level would tell, in expectation."""
        return dot(self.masses, information(level, floor))

    def _place(self, share: float) -> float:
        """Return up to which place of the grid, 0 to 60, so much of the mass lies."""
        below = 0.0
        for place, mass in enumerate(self.masses):
            if below + mass >= share and mass > 0:
                # a mass lies evenly around its place
                return place - 0.5 + (share - below) / mass
            below += mass
        return len(self.masses) - 1.0


def dot(left: Sequence[float], right: Sequence[float]) -> float:
    """Return the sum of products."""
    total: float = sum(map(mul, left, right))
    return total


def rises(curve: Sequence[float]) -> Grid:
    """Return how much a curve climbs a logit, at each of ABILITIES."""
    steps = [(after - before) / ABILITY_STEP for before, after in pairwise(curve)]
    return (steps[0], *steps)


def normal(distance: float, sd: float) -> float:
    """Return the height of the normal curve, its top at 1."""
    return exp(-0.5 * (distance / sd) ** 2)


def normalized(masses: Sequence[float]) -> Grid:
    """Return masses that add up to 1."""
    total = sum(masses)
    return tuple([mass / total for mass in masses])


@cache
def bells(sd: float) -> tuple[Grid, ...]:
    """Return for each of ABILITIES the masses of a normal law around it."""
    return tuple(normalized([normal(other - center, sd) for other in ABILITIES]) for center in ABILITIES)


def _at(curve: Sequence[float], place: float) -> float:
    inside = min(max(place, 0.0), len(curve) - 1.0)
    first = min(int(inside), len(curve) - 2)
    return curve[first] + (inside - first) * (curve[first + 1] - curve[first])
