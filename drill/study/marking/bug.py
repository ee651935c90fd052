"""Marks the line that is wrong and the letter of the reason: `3 b`, `3b`, `3,b`.

Leaves out the proof that the line is wrong (authoring runs it).
"""

import re

from drill.study.ask import Ask
from drill.study.marking import choice, letters
from drill.study.marking.outcome import Mark, retry, right, wrong
from drill.study.question import Bug

_ANSWER = re.compile(r"\s*(?:line\s+|l)?([0-9]{1,4})[\s,;:.]*([a-h])[\s.)]*", re.IGNORECASE)
_LINE_ALONE = 0.5


def mark(question: Bug, ask: Ask, text: str, *, tries: int) -> Mark:
    """Mark a line and a reason; anything else is asked again, however often (`tries`)."""
    typed = _ANSWER.fullmatch(text)
    places = letters.places(typed[2], len(ask.order)) if typed else ()
    lines = len(question.code.splitlines())
    if typed is None or not places or not 1 <= int(typed[1]) <= lines:
        return retry(f"type {grammar(question)}")
    return _judge(question, ask, line=int(typed[1]), place=places[0])


def answer(question: Bug, ask: Ask) -> str:
    """Return the wrong line and the letter beside the right reason."""
    return f"{question.line} {choice.answer(question, ask)}"


def grammar(question: Bug) -> str:
    """Return what to type."""
    lines = len(question.code.splitlines())
    return f"the line, 1 to {lines}, and the reason, {letters.span(len(question.options))}, such as 2 b"


def _judge(question: Bug, ask: Ask, *, line: int, place: int) -> Mark:
    index = ask.order[place]
    option = question.options[index]
    if line == question.line and option.right:
        return right(answer(question, ask), picked=(index,))
    if line == question.line:
        says, score = f"the line is right; {letters.letter(place)}: {option.why}", _LINE_ALONE
    else:
        says, score = f"the fault is in line {question.line}, not {line}", 0.0
    return wrong(
        answer(question, ask), says=says, score=score, picked=(index,), misconception=option.misconception
    )
