"""Marks a pick of one option: `a`, or `1`.

Leaves out several right options (multi.py).
"""

from drill.study.ask import Ask
from drill.study.marking import letters
from drill.study.marking.outcome import Mark, retry, right, wrong
from drill.study.question import Bug, Choice


def mark(question: Choice, ask: Ask, text: str, *, tries: int) -> Mark:
    """Mark a letter; anything else is asked again, however often (`tries`)."""
    places = letters.places(text, len(ask.order))
    if len(places) != 1:
        return retry(f"type {grammar(question)}")
    index = ask.order[places[0]]
    option = question.options[index]
    if option.right:
        return right(answer(question, ask), picked=(index,))
    return wrong(
        answer(question, ask),
        says=f"{letters.letter(places[0])}: {option.why}",
        picked=(index,),
        misconception=option.misconception,
    )


def answer(question: Choice | Bug, ask: Ask) -> str:
    """Return the letter beside the right option."""
    return next(letters.letter(at) for at, index in enumerate(ask.order) if question.options[index].right)


def grammar(question: Choice) -> str:
    """Return what to type."""
    return f"one letter, {letters.span(len(question.options))}"
