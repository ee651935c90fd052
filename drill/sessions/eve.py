"""Gathers the evening before an interview: a sitting that changes no due day, then answers to read.

Leaves out the order of its parts (study/eve.py) and the sitting (quiz.py).
"""

from collections.abc import Iterator, Mapping

from drill.content.library import Compiled
from drill.sessions.agenda import Agenda, Wishes, as_candidate, askable
from drill.sessions.crib import troubles_on
from drill.sessions.desk import Desk
from drill.sessions.overview import in_order, records_of
from drill.study.eve import SECONDS_TO_READ, Eve, Parts, day_of, within
from drill.study.journal import Noted
from drill.study.plan import longest_interval
from drill.study.question import ItemId
from drill.study.queue import fits, rank_cram
from drill.study.record import Record

# the outline's keys of what interviewers ask begin with it
_INTERVIEW = "interview-"


def eve_of(desk: Desk, minutes: float) -> Eve:
    """Return what the evening holds in so many minutes; what was never answered stays for another day."""
    answers, pace = len(interview_answers(desk)), desk.pace()
    reading = answers * SECONDS_TO_READ
    room = fits(60 * minutes - reading, seconds_per_answer=pace)
    parts = within(_parts(desk), room)
    interview, today = desk.settings.interview, desk.today
    ahead = interview if interview is not None and interview >= today else None
    seconds = len(parts.items) * pace + reading
    return Eve(today, ahead, parts, answers, max(1, round(seconds / 60)))


def _parts(desk: Desk) -> Parts:
    records, troubles = records_of(desk), troubles_on(desk)
    rows = {item: row for item, row in askable(desk, Wishes()).items() if not _is_suspended(records, item)}
    day = day_of(desk.settings.interview, today=desk.today)
    seen = [item for item in rows if item in records and records[item].answers and not records[item].is_aside]
    ranked = rank_cram(as_candidate(rows[item], records[item], day) for item in seen)
    marked = [*_noted(desk), *(item for item in rows if item in records and records[item].bookmarked)]
    parts = (troubles.sure, troubles.leeches, marked, [candidate.item for candidate in ranked])
    return Parts(*([item for item in part if item in rows] for part in parts))


def _is_suspended(records: Mapping[ItemId, Record], item: ItemId) -> bool:
    return item in records and records[item].suspended


def _noted(desk: Desk) -> Iterator[ItemId]:
    """Yield the items with a note, the newest note first; the last note on an item counts."""
    seen: set[ItemId] = set()
    for entry in desk.journal.entries(tags=("noted",), newest_first=True):
        if isinstance(entry.body, Noted) and entry.body.item not in seen:
            seen.add(entry.body.item)
            if entry.body.text.strip():
                yield entry.body.item


def agenda_for(desk: Desk, eve: Eve) -> Agenda:
    """Return the evening's items as the agenda of a sitting."""
    records, rows = records_of(desk), askable(desk, Wishes())
    items = tuple(as_candidate(rows[item], records.get(item), eve.day) for item in eve.parts.items)
    return Agenda(
        items=items,
        reviews=len(items),
        new=0,
        left_over=0,
        gone=None,
        seconds=len(items) * desk.pace(),
        longest_interval=longest_interval(desk.settings, today=desk.today),
        days_left=None,
    )


def interview_answers(desk: Desk) -> list[Compiled]:
    """Return one open question for each interview question of the outline, in the order of the topics."""
    first: dict[str, ItemId] = {}
    for row in desk.library.rows:
        if row.kind == "open" and row.pool == "daily" and row.outline[0].startswith(_INTERVIEW):
            first.setdefault(row.outline[0], row.id)
    found = [desk.library.compiled(item) for item in first.values()]
    order = in_order({compiled.question.topic for compiled in found})
    return sorted(found, key=lambda compiled: order.index(compiled.question.topic))
