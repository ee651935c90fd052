"""What a mock interview asks: a question, the same until its bank is edited, a follow-up or a kata.

Leaves out which comes next (interview.py).
"""

from random import Random
from typing import NamedTuple

from drill.content.library import Library
from drill.sessions.quiz import Turn
from drill.sessions.sheet import new_ask
from drill.study.ask import Ask
from drill.study.chain import draw_chain
from drill.study.journal import MockPart
from drill.study.mock import SIZING, FollowUp
from drill.study.question import ItemId, Numeric, Open


class FollowTurn(NamedTuple):
    """A follow-up to ask: of which question, and the key point left unsaid that it leads to, if any."""

    question: Open
    follow_up: FollowUp

    @property
    def text(self) -> str:
        """What is asked."""
        return self.question.follow_ups[self.follow_up.number]

    @property
    def draft(self) -> ItemId:
        """The name under which what is typed waits to be recorded; no item has a space in it."""
        return ItemId(f"{self.question.id} {self.follow_up.number}")

    @property
    def unsaid(self) -> str:
        """The key point that it leads to; empty without one."""
        point = self.follow_up.point
        return "" if point is None else self.question.points[point].text


class KataTurn(NamedTuple):
    """A kata to write, by its slug."""

    slug: str


Step = Turn | FollowTurn | KataTurn


def turn_of(library: Library, mock: str, part: MockPart, item: ItemId) -> Turn:
    """Return a question of an interview, of that name, with numbers and order that come of the name alone.

    KeyError for the id that no bank has any more; ContentError or DrawProblem where it can't be drawn.
    """
    compiled = library.compiled(item)
    if part.name == SIZING:
        ask = _step_ask(library, mock, part, item)
    else:
        ask = new_ask(compiled, Random(f"{mock} {item}"))  # noqa: S311 - no secret
    return Turn(compiled, ask, part.items.index(item) + 1, len(part.items), is_new=False, is_return=False)


def _step_ask(library: Library, mock: str, part: MockPart, item: ItemId) -> Ask:
    """Return the ask of one step: all are drawn together, for the numbers that they share."""
    steps = [_numeric(library, step) for step in part.items]
    return draw_chain(steps, Random(mock))[part.items.index(item)]  # noqa: S311 - no secret


def _numeric(library: Library, item: ItemId) -> Numeric:
    question = library.compiled(item).question
    if not isinstance(question, Numeric):
        # the id is another question's now
        raise KeyError(item)
    return question
