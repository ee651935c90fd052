"""Asks that outlive the process: handed out under an id, answered by another process.

Leaves out sittings (quiz.py).
"""

from random import Random
from typing import NamedTuple

from drill.errors import UsageError
from drill.sessions.agenda import Wishes, build_agenda
from drill.sessions.answering import Given, Outcome, take
from drill.sessions.desk import Desk
from drill.sessions.sheet import Sheet, sheet_of
from drill.study.instance import draw
from drill.study.journal import Answered, Asked, Entry, EntryId
from drill.study.question import Question
from drill.study.record import undone


class Handed(NamedTuple):
    """An ask that was handed out: its id and what is shown of it."""

    id: EntryId
    sheet: Sheet


def next_ask(desk: Desk, wishes: Wishes, *, rng: Random) -> Handed | None:
    """Hand out the next item of the agenda; None when nothing fits."""
    agenda = build_agenda(desk, wishes)
    if not agenda.items:
        return None
    question = desk.library.compiled(agenda.items[0].item).question
    entry = desk.write(Asked(draw(question, rng)))
    return Handed(entry.id, sheet_of(question, _asked(entry).ask))


def answer_ask(desk: Desk, ask_id: str, text: str) -> tuple[Outcome, Question]:
    """Mark the answer to an ask and put it on disk; an ask takes one answer."""
    entry = desk.journal.entry(EntryId(ask_id))
    if entry is None or not isinstance(entry.body, Asked):
        raise UsageError(f"no ask `{ask_id}`; `drill ask --json` gives one")
    ask = entry.body.ask
    row = desk.library.row(ask.item)
    if row is None or row.rev != ask.rev:
        raise UsageError(f"ask `{ask_id}`: question `{ask.item}` changed or left its bank since; ask again")
    earlier = list(desk.journal.entries(item=ask.item))
    dead = undone(earlier)
    if any(isinstance(e.body, Answered) and e.body.asked == ask_id and e.id not in dead for e in earlier):
        raise UsageError(f"ask `{ask_id}` is answered already; `drill undo` takes the answer back")
    question = desk.library.compiled(ask.item).question
    longest = build_agenda(desk).longest_interval
    return take(desk, question, ask, Given(text, final=True), longest=longest, asked=entry.id), question


def _asked(entry: Entry) -> Asked:
    if not isinstance(entry.body, Asked):
        raise TypeError(f"entry {entry.id} is no ask")
    return entry.body
