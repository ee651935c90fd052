"""Asks that outlive the process: handed out under an id, answered by another process.

Leaves out sittings (quiz.py).
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from drill.errors import ContentError, UsageError
from drill.sessions.agenda import Wishes, build_agenda
from drill.sessions.answering import Given, Outcome, take
from drill.sessions.desk import Desk
from drill.sessions.sheet import Sheet, new_ask, sheet_of
from drill.study.ask import Ask
from drill.study.instance import still_fits
from drill.study.journal import Asked, EntryId
from drill.study.plan import longest_interval
from drill.study.question import ItemId, Question
from drill.study.text import one_line, storable

_A_DAY = 24.0 * 60
Ticking = Callable[[Question, Given], Given]


class Handed(NamedTuple):
    """An ask that was handed out: its id, what is shown of it, and why others before it were passed over."""

    id: EntryId
    sheet: Sheet
    problems: tuple[str, ...] = ()


def next_ask(desk: Desk, wishes: Wishes, *, rng: Random) -> Handed | None:
    """Hand out the next item of the agenda, whatever is left of today's minutes; None when nothing fits.

    An item that can't be drawn is passed over; ContentError when none can.
    """
    problems: list[ContentError] = []
    for item in _in_turn(desk, wishes._replace(minutes=_A_DAY)):
        try:
            compiled = desk.library.compiled(item)
            ask = new_ask(compiled, rng)
        except ContentError as error:
            problems.append(error)
        else:
            entry = desk.write(Asked(ask))
            return Handed(entry.id, sheet_of(compiled.question, ask), tuple(map(str, problems)))
    if problems:
        raise problems[0]
    return None


def _in_turn(desk: Desk, wishes: Wishes) -> Iterator[ItemId]:
    """Yield each item that may be asked: what is due and one new item, then the other new ones."""
    tried: set[ItemId] = set()
    for new in (1, len(desk.library.rows)):
        for candidate in build_agenda(desk, wishes._replace(new=new)).items:
            if candidate.item not in tried:
                tried.add(candidate.item)
                yield candidate.item


def answer_ask(
    desk: Desk, ask_id: str, text: str, *, tick: Ticking = lambda question, given: given
) -> tuple[Outcome, Question]:
    """Mark the answer to an ask and put it on disk; an ask takes one answer. `tick` may tick what it says."""
    entry = desk.journal.entry(EntryId(storable(ask_id)))
    if entry is None or not isinstance(entry.body, Asked):
        raise UsageError(f"no ask `{one_line(ask_id)}`; `drill ask --json` gives one")
    ask = entry.body.ask
    question = _question(desk, ask)
    if question is None or not still_fits(question, ask):
        raise UsageError(f"ask `{ask_id}`: question `{ask.item}` changed or left its bank since; ask again")
    longest = longest_interval(desk.settings, today=desk.today)
    given = tick(question, Given(text, final=True))
    return take(desk, question, ask, given, longest=longest, asked=entry.id), question


def _question(desk: Desk, ask: Ask) -> Question | None:
    known = desk.library.row(ask.item) is not None
    return desk.library.compiled(ask.item).question if known else None
