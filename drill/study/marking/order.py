"""Marks steps put in order: `bdac`, `b d a c`, `b,d,a,c`.

Leaves out how the steps were shuffled (instance.py).
"""

from itertools import pairwise

from drill.study.ask import Ask
from drill.study.marking import letters
from drill.study.marking.outcome import Mark, retry, right, wrong
from drill.study.question import Order


def mark(question: Order, ask: Ask, text: str, *, tries: int) -> Mark:
    """Mark every letter once, in order; anything else is asked again, however often (`tries`).

    The part mark is the share of neighbors that belong together: one step moved costs two or three
    pairs, where counting the steps in place would give nothing.
    """
    places = letters.places(text, len(ask.order))
    if sorted(places) != list(range(len(ask.order))):
        return retry(f"type {grammar(question)}")
    picked = tuple(ask.order[place] for place in places)
    if picked == tuple(sorted(picked)):
        return right(answer(question, ask), picked=picked)
    return wrong(
        answer(question, ask), says=_says(question, places, picked), score=_score(picked), picked=picked
    )


def answer(question: Order, ask: Ask) -> str:
    """Return the letters shown, in the right order."""
    return "".join(letters.letter(ask.order.index(step)) for step in range(len(question.steps)))


def grammar(question: Order) -> str:
    """Return what to type."""
    return f"every letter once, first step first, {letters.span(len(question.steps))}, such as bca"


def _score(picked: tuple[int, ...]) -> float:
    return sum(after == before + 1 for before, after in pairwise(picked)) / (len(picked) - 1)


def _says(question: Order, places: tuple[int, ...], picked: tuple[int, ...]) -> str:
    """Return the first place that holds another step than it should."""
    at = next(at for at, step in enumerate(picked) if step != at)
    due = places[picked.index(at)]
    return f"step {at + 1} is {letters.letter(due)}: {question.steps[at]}"
