"""Undo: the newest answer that still counts, any number of times, into earlier sittings too.

Leaves out what is asked afterwards (quiz.py).
"""

from drill.sessions.desk import Desk
from drill.study.journal import Answered, Entry, EntryId, Undone
from drill.study.record import living


def newest_answer(desk: Desk) -> Entry | None:
    """Return the newest answer that was not undone."""
    newest_first = desk.journal.entries(tags=("answered", "undone"), newest_first=True)
    return next((entry for entry in living(newest_first) if isinstance(entry.body, Answered)), None)


def undo_last(desk: Desk) -> Entry | None:
    """Undo the newest answer and return its entry; None when there is none."""
    entry = newest_answer(desk)
    if entry is None or not isinstance(entry.body, Answered):
        return None
    desk.write(Undone(entry.id, entry.body.ask.item))
    return entry


def undone_answers(desk: Desk) -> set[EntryId]:
    """Return the answers that were undone, without those whose undo was itself undone."""
    undos = list(desk.journal.entries(tags=("undone",), newest_first=True))
    undone = {entry.body.entry for entry in living(undos) if isinstance(entry.body, Undone)}
    return undone - {entry.id for entry in undos}


def count_answers(desk: Desk) -> int:
    """Return how many answers count; only the undos are read."""
    return desk.journal.count("answered") - len(undone_answers(desk))
