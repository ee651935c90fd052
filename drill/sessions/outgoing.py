"""One's own answers and the state of each item as rows: for a spreadsheet, a script, another program.

Leaves out how rows are written down (tabletext.py and cli).
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta, timezone
from typing import NamedTuple

from drill.sessions.desk import Desk
from drill.sessions.overview import records_of
from drill.study.journal import Answered, Noted, Stamp
from drill.study.kata import Exercise, slug_of
from drill.study.question import ItemId
from drill.study.record import Record, living, settled

_READ = ("answered", "rerated", "undone")


class Given(NamedTuple):
    """One answer. `rating` and `due` are those in force: another rating may have come later.

    `when` is the local time with its UTC offset, `day` the study day; `due` None left the schedule alone.
    `topic` and `kind` are empty where no bank has the item any more. An undone answer counts for nothing.
    """

    when: datetime
    day: date
    item: str
    topic: str
    kind: str
    right: bool
    score: float
    rating: str
    seconds: float
    due: date | None
    confidence: int | None
    text: str
    undone: bool


class State(NamedTuple):
    """What the journal says of one item; `recall` is the chance to know it today, `note` one's newest note.

    `aside` is out of the queue: suspended by hand, or missed too often. None where it was never rated.
    """

    item: str
    topic: str
    kind: str
    answers: int
    lapses: int
    due: date | None
    stability: float | None
    difficulty: float | None
    recall: float | None
    suspended: bool
    aside: bool
    bookmarked: bool
    note: str


def answers(desk: Desk) -> Iterator[Given]:
    """Yield every answer, oldest first."""
    entries = list(desk.journal.entries(tags=_READ))
    counted = {entry.id: entry for entry in settled(entries)}
    for entry in entries:
        last = counted.get(entry.id, entry)
        if isinstance(last.body, Answered):
            yield _given(desk, last.stamp, last.body, undone=entry.id not in counted)


def states(desk: Desk, exercises: Mapping[str, Exercise]) -> Iterator[State]:
    """Yield every item that the journal speaks of, by name; `exercises` by slug give the katas' topics."""
    notes = _notes(desk)
    for item, record in records_of(desk).items():
        yield _state(desk, exercises, item, record)._replace(note=notes.get(item, ""))


def _given(desk: Desk, stamp: Stamp, body: Answered, *, undone: bool) -> Given:
    topic, kind = _topic_and_kind(desk, body.ask.item)
    return Given(
        when=_local(stamp),
        day=stamp.day,
        item=body.ask.item,
        topic=topic,
        kind=kind,
        right=body.right,
        score=body.score,
        rating=body.rating.name.lower(),
        seconds=body.seconds,
        due=body.due,
        confidence=body.confidence,
        text=body.text,
        undone=undone,
    )


def _local(stamp: Stamp) -> datetime:
    return stamp.at.astimezone(timezone(timedelta(minutes=stamp.offset)))


def _topic_and_kind(desk: Desk, item: str) -> tuple[str, str]:
    row = desk.library.row(item)
    return (row.topic, row.kind) if row else ("", "")


def _state(desk: Desk, exercises: Mapping[str, Exercise], item: ItemId, record: Record) -> State:
    slug, memory = slug_of(item), record.memory
    topic, kind = _topic_and_kind(desk, item)
    if slug is not None:
        topic, kind = (exercises[slug].topic if slug in exercises else ""), "kata"
    return State(
        item=item,
        topic=topic,
        kind=kind,
        answers=record.answers,
        lapses=record.lapses,
        due=record.due,
        stability=memory.stability if memory else None,
        difficulty=memory.difficulty if memory else None,
        recall=record.recall_on(desk.today),
        suspended=record.suspended,
        aside=record.is_aside,
        bookmarked=record.bookmarked,
        note="",
    )


def _notes(desk: Desk) -> dict[ItemId, str]:
    """Return the newest note on each item that was not undone."""
    notes: dict[ItemId, str] = {}
    for entry in living(desk.journal.entries(tags=("noted", "undone"), newest_first=True)):
        if isinstance(entry.body, Noted):
            notes.setdefault(entry.body.item, entry.body.text)
    return notes
