"""Marks a pick of several options, all or nothing, with part marks shown: `a,c`, `ac`, `a c`.

Leaves out one right option (choice.py).
"""

from drill.study.ask import Ask
from drill.study.marking import letters
from drill.study.marking.outcome import Mark, retry, right, wrong
from drill.study.question import Multi


def mark(question: Multi, ask: Ask, text: str, *, tries: int) -> Mark:
    """Mark a set of letters; anything else is asked again, however often (`tries`)."""
    places = sorted(set(letters.places(text, len(ask.order))))
    if not places:
        return retry(f"type {grammar(question)}")
    picked = tuple(ask.order[place] for place in places)
    if set(picked) == _right(question):
        return right(answer(question, ask), picked=picked)
    return wrong(
        answer(question, ask),
        says=_says(question, ask, picked),
        score=_score(question, picked),
        picked=picked,
        misconception=next((text for text in _misconceptions(question, picked) if text), ""),
    )


def answer(question: Multi, ask: Ask) -> str:
    """Return the letters beside the right options: `a,c`."""
    right_places = (at for at, index in enumerate(ask.order) if question.options[index].right)
    return ",".join(map(letters.letter, right_places))


def grammar(question: Multi) -> str:
    """Return what to type."""
    return f"every right letter, {letters.span(len(question.options))}, such as a,c"


def _right(question: Multi) -> set[int]:
    return {index for index, option in enumerate(question.options) if option.right}


def _score(question: Multi, picked: tuple[int, ...]) -> float:
    """Return right picks less wrong picks, over the right options, at least 0."""
    hits = len(_right(question).intersection(picked))
    return max(0, hits - (len(picked) - hits)) / len(_right(question))


def _misconceptions(question: Multi, picked: tuple[int, ...]) -> list[str]:
    return [question.options[index].misconception for index in picked if not question.options[index].right]


def _says(question: Multi, ask: Ask, picked: tuple[int, ...]) -> str:
    """Return the first fault: a wrong pick and why, else the letters that were missed."""
    for index in picked:
        if not question.options[index].right:
            return f"{letters.letter(ask.order.index(index))}: {question.options[index].why}"
    missed = sorted(ask.order.index(index) for index in _right(question).difference(picked))
    return f"missed {', '.join(map(letters.letter, missed))}"
