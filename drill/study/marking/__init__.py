"""Marks an answer of any kind: which file marks which kind, under one door.

Leaves out the schedule and the screen; `text` is what was typed, so the grammar of piped input is here too.
"""

from collections.abc import Callable
from typing import NamedTuple

from drill.study.ask import Ask
from drill.study.marking import bug, choice, multi, numeric, order, predict, rubric, short
from drill.study.marking.matching import Similarity, sentences, suggest
from drill.study.marking.outcome import Mark
from drill.study.marking.rating import suggested_rating
from drill.study.marking.rubric import mark_open
from drill.study.question import Question, kind_of

__all__ = [
    "Mark",
    "Similarity",
    "grammar",
    "mark",
    "mark_open",
    "right_answer",
    "sentences",
    "suggest",
    "suggested_rating",
]


class _Kind(NamedTuple):
    mark: Callable[..., Mark]
    answer: Callable[..., str]
    grammar: Callable[..., str]


_KINDS = {
    "choice": _Kind(choice.mark, choice.answer, choice.grammar),
    "multi": _Kind(multi.mark, multi.answer, multi.grammar),
    "numeric": _Kind(numeric.mark, numeric.answer, numeric.grammar),
    "short": _Kind(short.mark, short.answer, short.grammar),
    "order": _Kind(order.mark, order.answer, order.grammar),
    "predict": _Kind(predict.mark, predict.answer, predict.grammar),
    "bug": _Kind(bug.mark, bug.answer, bug.grammar),
    "open": _Kind(rubric.mark, rubric.answer, rubric.grammar),
}


def mark(question: Question, ask: Ask, text: str, *, tries: int) -> Mark:
    """Mark what was typed; `tries` counts the hints that this ask has given.

    A wrong unit or a near miss is asked again while `tries` is 0 and judged after that. Text that is no
    answer at all is asked again however often: who re-asks no more counts such a retry as wrong.
    """
    return _KINDS[kind_of(question)].mark(question, ask, text, tries=tries)


def right_answer(question: Question, ask: Ask) -> str:
    """Return the right answer as it could be typed, in the letters shown; an open one's key points."""
    return _KINDS[kind_of(question)].answer(question, ask)


def grammar(question: Question) -> str:
    """Return one short line that says what to type."""
    return _KINDS[kind_of(question)].grammar(question)
