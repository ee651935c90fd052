"""Numeric questions that are the linked steps of one sizing problem, asked with the same numbers.

Leaves out choosing a chain (sessions/mocks/plan.py). A step names the one before it in its field `follows`.
"""

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from drill.study.ask import Ask, Drawn
from drill.study.instance import DrawProblem, draw
from drill.study.question import ItemId, Numeric

_DRAWS = 50


def chains(questions: Iterable[Numeric]) -> list[tuple[Numeric, ...]]:
    """Return the chains among questions, each from its first step to its last; a step alone is none."""
    every = {question.id: question for question in questions}
    after = {question.follows: question for question in every.values() if question.follows in every}
    firsts = [question for question in every.values() if question.id in after and not question.follows]
    return [_from(first, after) for first in firsts]


def _from(first: Numeric, after: Mapping[ItemId, Numeric]) -> tuple[Numeric, ...]:
    steps = [first]
    while (following := after.get(steps[-1].id)) is not None:
        steps.append(following)
    return tuple(steps)


def draw_chain(steps: Sequence[Numeric], rng: Random) -> list[Ask]:
    """Return an ask of each step, equal in what they share; DrawProblem without fair numbers.

    Numbers that are fair to the first step may leave none for a later one: then all are drawn anew.
    """
    problem = DrawProblem("a chain without steps")
    for _ in range(_DRAWS):
        try:
            return _drawn(steps, rng)
        except DrawProblem as error:
            problem = error
    raise problem


def _drawn(steps: Sequence[Numeric], rng: Random) -> list[Ask]:
    known: Drawn = {}
    asks = []
    for step in steps:
        asks.append(draw(step, rng, known=known))
        known = known | asks[-1].numbers
    return asks
