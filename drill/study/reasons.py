"""Why each option, slip or trap of an ask is right or wrong, under the name it has on the page.

Leaves out the explanation of the whole question, which belongs to it.
"""

from typing import NamedTuple

from drill.study.ask import Ask
from drill.study.marking import Mark
from drill.study.question import LETTERS, Bug, Choice, Multi, Numeric, Predict, Question, Short


class Why(NamedTuple):
    """One reason: what it is called on the page, the reason, whether it speaks of a right answer."""

    label: str
    text: str
    right: bool = False


def reasons(question: Question, ask: Ask) -> list[Why]:
    """Return every reason, options in the order shown."""
    if isinstance(question, Choice | Multi | Bug):
        shown = [(LETTERS[place], question.options[index]) for place, index in enumerate(ask.order)]
        return [Why(letter, option.why, option.right) for letter, option in shown]
    if isinstance(question, Numeric):
        return [Why(trap.misconception, trap.why) for trap in question.traps]
    if isinstance(question, Short | Predict):
        return [Why(slip.text.replace("\n", "\\n"), slip.why) for slip in question.slips]
    return []


def reasons_for(question: Question, ask: Ask, mark: Mark) -> list[Why]:
    """Return the reasons that bear on what was picked wrongly, and on right options left out."""
    if not isinstance(question, Choice | Multi | Bug):
        return []
    whys = reasons(question, ask)
    picked = {ask.order.index(index) for index in mark.picked}
    return [why for place, why in enumerate(whys) if (place in picked) != why.right]
