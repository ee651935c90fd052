"""What comes out of a numeric question over many draws: finite, in its band, varied, apart from its traps.

Leaves out names that mean nothing (numbers.py): those would fail in each draw.
"""

import random
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from drill.authoring.finding import Fault
from drill.study import quantity
from drill.study.ask import Drawn
from drill.study.instance import APART, DrawProblem, any_numbers, right_value, tolerance, trap_values
from drill.study.question import Numeric, Question
from drill.study.units import is_count

DISTINCT_IN_1000 = 30
MOST_NEAR = 0.5


class Outcome(NamedTuple):
    """One draw: the numbers, the right answer and each trap's, in base units."""

    numbers: Drawn
    right: float
    traps: tuple[float, ...]

    def is_near(self, trap: int, gap: float) -> bool:
        """Say whether a trap's answer lies within `gap` of the right one, relative to it."""
        return abs(self.traps[trap] - self.right) <= gap * abs(self.right)


def check_draws(question: Question, rng: random.Random, *, draws: int) -> Iterator[Fault]:
    """Yield the first fault that shows over `draws` draws of a numeric question, if any."""
    if not isinstance(question, Numeric):
        return
    outcomes: list[Outcome] = []
    for _ in range(draws):
        numbers = any_numbers(question, rng)
        try:
            outcomes.append(_outcome(question, numbers))
        except DrawProblem as problem:
            yield Fault(("formula",), f"with {_shown(numbers)}: {problem}; mend `params` or the formula")
            return
    checks = (_check_band, _check_whole, _check_traps, _check_variety)
    faults = (fault for check in checks for fault in check(question, outcomes))
    yield from islice(faults, 1)


def _outcome(question: Numeric, numbers: Drawn) -> Outcome:
    right = right_value(question, numbers)
    return Outcome(numbers, right, tuple(value for _, value in trap_values(question, numbers)))


def _check_band(question: Numeric, outcomes: list[Outcome]) -> Iterator[Fault]:
    low, high = question.band
    factor = quantity.unit(question.unit).factor
    for outcome in outcomes:
        if not low * factor <= outcome.right <= high * factor:
            shown = quantity.display(outcome.right, question.unit)
            message = (
                f"with {_shown(outcome.numbers)} the answer is {shown}, outside the band; mend one of them"
            )
            yield Fault(("band",), message)


def _check_whole(question: Numeric, outcomes: list[Outcome]) -> Iterator[Fault]:
    unit = quantity.unit(question.unit)
    is_whole = all((outcome.right / unit.factor).is_integer() for outcome in outcomes)
    if is_count(unit.dimension) and is_whole and question.tolerance != "exact":
        yield Fault(("unit",), f"every answer is a whole number of {question.unit}; set `tolerance: exact`")


def _check_traps(question: Numeric, outcomes: list[Outcome]) -> Iterator[Fault]:
    # as in a session's draw: a wide tolerance would take the trap's answer as right
    gap = max(APART, tolerance(question))
    traps = range(len(question.traps))
    for trap in traps:
        share = sum(outcome.is_near(trap, gap) for outcome in outcomes) / len(outcomes)
        if share > MOST_NEAR:
            message = f"its answer is within {gap:.0%} of the right one in {share:.0%} of the draws"
            yield Fault(("traps", trap), f"can't tell this trap apart: {message}; mend it or `params`")
    if all(any(outcome.is_near(trap, gap) for trap in traps) for outcome in outcomes):
        yield Fault(("traps",), "in each draw some trap can't be told from the right answer; mend `params`")


def _check_variety(question: Numeric, outcomes: list[Outcome]) -> Iterator[Fault]:
    distinct = len({f"{outcome.right:.9g}" for outcome in outcomes})
    if distinct < DISTINCT_IN_1000 * len(outcomes) // 1000:
        message = (
            f"only {distinct} distinct answers in {len(outcomes)} draws; give the parameters more values"
        )
        yield Fault(("params",), message)


def _shown(numbers: Drawn) -> str:
    return ", ".join(f"{name}={value}" for name, value in numbers.items())
