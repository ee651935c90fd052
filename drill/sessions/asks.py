"""Asks that outlive the process: handed out under an id, answered by another process.

Leaves out sittings (quiz.py).
"""

from random import Random
from typing import NamedTuple

from drill.errors import UsageError
from drill.sessions.agenda import Wishes, build_agenda
from drill.sessions.answering import Given, Outcome, take
from drill.sessions.desk import Desk
from drill.sessions.sheet import Sheet, new_ask, sheet_of
from drill.study.journal import Answered, Asked, EntryId
from drill.study.plan import longest_interval
from drill.study.question import Question
from drill.study.record import living
from drill.study.text import one_line

_A_DAY = 24.0 * 60


class Handed(NamedTuple):
    """An ask that was handed out: its id and what is shown of it."""

    id: EntryId
    sheet: Sheet


def next_ask(desk: Desk, wishes: Wishes, *, rng: Random) -> Handed | None:
    """Hand out the next item of the agenda, whatever is left of today's minutes; None when nothing fits."""
    agenda = build_agenda(desk, wishes._replace(minutes=_A_DAY))
    if not agenda.items:
        return None
    compiled = desk.library.compiled(agenda.items[0].item)
    ask = new_ask(compiled, rng)
    return Handed(desk.write(Asked(ask)).id, sheet_of(compiled.question, ask))


def answer_ask(desk: Desk, ask_id: str, text: str) -> tuple[Outcome, Question]:
    """Mark the answer to an ask and put it on disk; an ask takes one answer."""
    entry = desk.journal.entry(EntryId(ask_id))
    if entry is None or not isinstance(entry.body, Asked):
        raise UsageError(f"no ask `{one_line(ask_id)}`; `drill ask --json` gives one")
    ask = entry.body.ask
    row = desk.library.row(ask.item)
    if row is None or row.rev != ask.rev:
        raise UsageError(f"ask `{ask_id}`: question `{ask.item}` changed or left its bank since; ask again")
    counted = living(desk.journal.entries(item=ask.item, newest_first=True))
    if any(isinstance(earlier.body, Answered) and earlier.body.asked == entry.id for earlier in counted):
        raise UsageError(f"ask `{ask_id}` is answered already; `drill undo` takes the answer back")
    question = desk.library.compiled(ask.item).question
    longest = longest_interval(desk.settings, today=desk.today)
    return take(desk, question, ask, Given(text, final=True), longest=longest, asked=entry.id), question
