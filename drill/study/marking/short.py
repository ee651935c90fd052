"""Marks a typed word or phrase; a misspelling is asked once more.

Leaves out how words are folded (folding.py) and what a misspelling is (typos.py).
"""

import re

from drill.study.ask import Ask
from drill.study.marking.folding import fold
from drill.study.marking.outcome import Mark, retry, right, wrong
from drill.study.marking.typos import is_near
from drill.study.question import Short

_GLOSSED = re.compile(r"(?P<before>.*\S)\s*\((?P<inside>[^()]*)\)[\s.]*", re.DOTALL)


def mark(question: Short, ask: Ask, text: str, *, tries: int) -> Mark:
    """Mark a phrase; after a try (`tries` >= 1) a misspelling is wrong."""
    readings = _readings(text)
    if not readings:
        return retry(f"type {grammar(question)}")
    accepted = set(map(fold, question.accepted))
    if fold(text) in accepted:
        return right(answer(question, ask))
    typed = set(map(fold, readings))
    for slip in question.slips:
        if fold(slip.text) in typed:
            return wrong(answer(question, ask), says=slip.why)
    if not typed.isdisjoint(accepted):
        return right(answer(question, ask))
    if tries < 1 and _is_misspelled(question, readings):
        return retry("close: check the spelling", helped=True)
    return wrong(answer(question, ask), says=f"it is {answer(question, ask)}")


def answer(question: Short, ask: Ask) -> str:
    """Return the form that is shown."""
    return question.accepted[0]


def grammar(question: Short) -> str:
    """Return what to type."""
    return "a word or a phrase"


def _readings(text: str) -> list[str]:
    """Return a text, and for `RoPE (rotary embedding)` both names; blank ones are left out."""
    glossed = _GLOSSED.fullmatch(text)
    readings = (text, *glossed.groups()) if glossed else (text,)
    return [reading for reading in readings if fold(reading)]


def _is_misspelled(question: Short, readings: list[str]) -> bool:
    slips = [slip.text for slip in question.slips]
    return any(is_near(reading, question.accepted, slips) for reading in readings)
