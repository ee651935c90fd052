"""The steps of a chain: each follows a numeric question of its file and draws what they share alike.

Leaves out how a chain is drawn (study/chain.py).
"""

from collections.abc import Iterator, Mapping
from random import Random

from drill.authoring.finding import Fault, quoted
from drill.study.chain import draw_chain
from drill.study.instance import DrawProblem
from drill.study.question import ItemId, Numeric, Question


def check_chain(question: Question, others: Mapping[ItemId, Question], rng: Random) -> Iterator[Fault]:
    """Yield what is wrong with a step; `others` are all questions of its file, by id."""
    if not isinstance(question, Numeric) or not question.follows:
        return
    before = others.get(question.follows)
    if not isinstance(before, Numeric):
        named = quoted(question.follows)
        yield Fault(("follows",), f"no numeric question {named} in this file; name one or delete the line")
        return
    if question.pool != before.pool:
        named = quoted(before.id)
        yield Fault(("pool",), f"{named} is in another pool; all steps of a chain are asked together")
    yield from _unlike(question, before)
    yield from _twice(question, others)
    yield from _undrawable(question, others, rng)


def _unlike(question: Numeric, before: Numeric) -> Iterator[Fault]:
    for name in sorted(question.params.keys() & before.params.keys()):
        if question.params[name] != before.params[name]:
            problem = (
                f"parameter {quoted(name)} draws other values than in {quoted(before.id)}; make them equal"
            )
            yield Fault(("params", name), problem)


def _twice(question: Numeric, others: Mapping[ItemId, Question]) -> Iterator[Fault]:
    rivals = [
        other for other in others.values() if isinstance(other, Numeric) and other.follows == question.follows
    ]
    if rivals[0].id != question.id:
        yield Fault(("follows",), f"{quoted(rivals[0].id)} follows it already; a chain has no branches")


def _undrawable(question: Numeric, others: Mapping[ItemId, Question], rng: Random) -> Iterator[Fault]:
    """Yield a fault for a step whose chain begins nowhere, or for a last one whose chain can't be drawn."""
    numerics = {name: other for name, other in others.items() if isinstance(other, Numeric)}
    steps = _back_from(question, numerics)
    if steps[0].follows:
        yield Fault(("follows",), "the chain has no first step; one of its questions must follow none")
    elif all(other.follows != question.id for other in numerics.values()):
        try:
            draw_chain(steps, rng)
        except DrawProblem as problem:
            yield Fault(("follows",), f"the chain can't be drawn: {problem}; mend `params`")


def _back_from(question: Numeric, numerics: Mapping[ItemId, Numeric]) -> list[Numeric]:
    """Return the steps up to a question, as far back as they are known; a circle is gone round once."""
    steps = [question]
    while (before := numerics.get(steps[0].follows)) is not None and before not in steps:
        steps.insert(0, before)
    return steps
