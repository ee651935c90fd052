"""What a learner sees of an ask: numbers filled in, options in the order of this ask.

Leaves out the answer, and how it looks on a screen (ui).
"""

from random import Random
from typing import NamedTuple

from drill.content.library import Compiled
from drill.errors import ContentError
from drill.study.ask import Ask
from drill.study.instance import DrawProblem, draw, fill, words
from drill.study.marking import grammar
from drill.study.question import Bug, Choice, Multi, Numeric, Order, Predict, Question, kind_of


class Sheet(NamedTuple):
    """An ask as it is put to the learner."""

    item: str
    kind: str
    topic: str
    prompt: str
    code: str
    choices: tuple[str, ...]
    unit: str
    grammar: str


def new_ask(compiled: Compiled, rng: Random) -> Ask:
    """Draw an ask of a question; ContentError when its numbers can't be drawn."""
    try:
        return draw(compiled.question, rng)
    except DrawProblem as problem:
        raise ContentError(
            f"{compiled.file}:{compiled.line}: `{compiled.question.id}` can't be drawn: {problem}"
        ) from problem


def sheet_of(question: Question, ask: Ask) -> Sheet:
    """Return what is shown of a question under one ask."""
    return Sheet(
        item=question.id,
        kind=kind_of(question),
        topic=question.topic,
        prompt=filled(question, ask, question.prompt),
        code=question.code.rstrip("\n") if isinstance(question, Predict | Bug) else "",
        choices=_choices(question, ask),
        unit=question.unit if isinstance(question, Numeric) else "",
        grammar=grammar(question),
    )


def filled(question: Question, ask: Ask, text: str) -> str:
    """Return a question's text with the drawn numbers in place of their names."""
    return fill(text, words(question, ask.numbers)) if isinstance(question, Numeric) else text


def _choices(question: Question, ask: Ask) -> tuple[str, ...]:
    if isinstance(question, Order):
        return tuple(question.steps[place] for place in ask.order)
    if isinstance(question, Choice | Multi | Bug):
        return tuple(question.options[place].text for place in ask.order)
    return ()
