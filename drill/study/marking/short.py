"""Marks a typed word or phrase; a misspelling is asked once more.

Leaves out how words are folded (folding.py) and what a misspelling is (typos.py).
"""

from drill.study.ask import Ask
from drill.study.marking.folding import fold
from drill.study.marking.outcome import Mark, retry, right, wrong
from drill.study.marking.typos import is_near
from drill.study.question import Short


def mark(question: Short, ask: Ask, text: str, *, tries: int) -> Mark:
    """Mark a phrase; after a try (`tries` >= 1) a misspelling is wrong."""
    typed = fold(text)
    if not typed:
        return retry(f"type {grammar(question)}")
    if typed in map(fold, question.accepted):
        return right(answer(question, ask))
    for slip in question.slips:
        if typed == fold(slip.text):
            return wrong(answer(question, ask), says=slip.why)
    if tries < 1 and is_near(text, question.accepted, (slip.text for slip in question.slips)):
        return retry("close: check the spelling")
    return wrong(answer(question, ask), says=f"it is {answer(question, ask)}")


def answer(question: Short, ask: Ask) -> str:
    """Return the form that is shown."""
    return question.accepted[0]


def grammar(question: Short) -> str:
    """Return what to type."""
    return "a word or a phrase"
