"""The forms, slips, steps and key points of typed answers differ once folded as the marker folds them.

Leaves out options (options.py) and whether the forms are all that people type.
"""

from collections.abc import Iterator

from drill.authoring.checks.repeats import repeats
from drill.authoring.finding import Fault, quoted
from drill.study.marking.folding import fold, words
from drill.study.question import Open, Order, Predict, Question, Short


def check_forms(question: Question) -> Iterator[Fault]:
    """Yield a fault for each form that is there already, and each slip that is right."""
    if isinstance(question, Short):
        yield from _check_accepted(question)
        yield from _check_slips(question, [fold(form) for form in question.accepted])
    elif isinstance(question, Predict):
        yield from _check_slips(question, [question.output.rstrip()])
    elif isinstance(question, Order):
        for place, first in repeats(map(fold, question.steps)):
            yield Fault(("steps", place), f"the step equals number {first + 1}; make the steps differ")
    elif isinstance(question, Open):
        yield from _check_points(question)


def _check_accepted(question: Short) -> Iterator[Fault]:
    for place, first in repeats(map(fold, question.accepted)):
        form, earlier = quoted(question.accepted[place]), quoted(question.accepted[first])
        yield Fault(("accepted", place), f"{form} is the same answer as {earlier}; delete one")


def _check_slips(question: Short | Predict, right: list[str]) -> Iterator[Fault]:
    slips = [_slip_key(question, slip.text) for slip in question.slips]
    for place, slip in enumerate(slips):
        if slip in right:
            yield Fault(("slips", place, "text"), "the slip is an accepted answer; delete one of them")
    for place, first in repeats(slips):
        if slips[place] not in right:
            yield Fault(("slips", place, "text"), f"the slip equals number {first + 1}; delete one")


def _slip_key(question: Short | Predict, text: str) -> str:
    # what code prints compares exactly, words do not
    return fold(text) if isinstance(question, Short) else text.rstrip()


def _check_points(question: Open) -> Iterator[Fault]:
    for place, point in enumerate(question.points):
        if not point.hints:
            yield Fault(("points", place, "hints"), "`hints` is empty; name words that suggest the point")
        for at, hint in enumerate(point.hints):
            if hint.strip() and not words(hint):
                yield Fault(("points", place, "hints", at), f"the hint {quoted(hint)} has no word; write one")
    for place, first in repeats(fold(point.text) for point in question.points):
        yield Fault(("points", place, "text"), f"the key point equals number {first + 1}; delete one")
