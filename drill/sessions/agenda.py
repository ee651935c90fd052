"""What a sitting will ask: due items, new ones woven in, capped at the time there is.

Leaves out the sitting itself (quiz.py).
"""

from collections import Counter
from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from drill.content.library import Row
from drill.sessions.desk import Desk
from drill.study.question import ItemId, Topic
from drill.study.queue import (
    Candidate,
    backlog_gone,
    fits,
    interleave,
    rank_cram,
    rank_due,
    spread_topics,
    weave,
)
from drill.study.record import decode_record

# which topics a role meets first; the others follow in the order of the seed
_FIRST_TOPICS = {
    "ai-engineer": ("tokens", "structured-output", "vector-search", "context-windows", "kv-cache"),
    "inference-engineer": ("kv-cache", "serving", "prefill-decode", "forward-pass", "sampling"),
    "platform-engineer": ("serving", "prefill-decode", "kv-cache", "context-windows", "tokens"),
}
TOPICS = (
    "tokens",
    "forward-pass",
    "prefill-decode",
    "kv-cache",
    "serving",
    "sampling",
    "structured-output",
    "vector-search",
    "context-windows",
)
_LOAD_DAYS = 365


class Wishes(NamedTuple):
    """What the learner asked for: filters and limits of one sitting."""

    topics: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    new: int | None = None
    limit: int | None = None
    minutes: float | None = None
    cram: bool = False


class Agenda(NamedTuple):
    """The items of a sitting in order, and what the first screen says about them.

    `left_over` counts due items beyond today's minutes, `gone` the day when they are worked off.
    """

    items: tuple[Candidate, ...]
    reviews: int
    new: int
    missed: int
    left_over: int
    gone: date | None
    seconds: float
    longest_interval: int
    days_left: int | None

    def by_topic(self) -> dict[Topic, int]:
        """Return how many items each topic has in this sitting."""
        return dict(Counter(candidate.topic for candidate in self.items))


def askable(desk: Desk, wishes: Wishes) -> dict[ItemId, Row]:
    """Return the rows of the daily pool that the wishes allow."""
    return {
        row.id: row
        for row in desk.library.rows
        if row.pool == "daily"
        and (not wishes.topics or row.topic in wishes.topics)
        and (not wishes.kinds or row.kind in wishes.kinds)
    }


def build_agenda(desk: Desk, wishes: Wishes = Wishes()) -> Agenda:  # noqa: B008 - an immutable default
    """Return today's agenda under the wishes."""
    rows = askable(desk, wishes)
    seen = {s.item for s in desk.journal.snapshots() if s.first_day is not None or s.suspended}
    pace = desk.pace()
    plan = desk.plan(unseen=sum(item not in seen for item in rows), pace=pace)
    room = fits(60 * (wishes.minutes or desk.settings.minutes), seconds_per_answer=pace)
    due = _cram(desk, rows) if wishes.cram else _due(desk, rows)
    reviews = due[:room]
    fresh = (
        []
        if wishes.cram
        else _new(desk, rows, seen, _new_room(desk, wishes, plan.new_a_day, room - len(reviews)))
    )
    woven = interleave(weave(reviews, fresh)) if not wishes.cram else reviews
    items = tuple(woven[: wishes.limit])
    left_over = 0 if wishes.cram else len(due) - len(reviews)
    new = sum(c.recall is None for c in items)
    return Agenda(
        items=items,
        reviews=len(items) - new,
        new=new,
        missed=sum(c.missed_last for c in items),
        left_over=left_over,
        gone=_gone(desk, left_over, room) if left_over else None,
        seconds=len(items) * pace,
        longest_interval=plan.longest_interval,
        days_left=plan.days_left,
    )


def _candidate(row: Row, recall: float | None, *, missed: bool = False) -> Candidate:
    return Candidate(row.id, row.topic, frozenset(row.outline), recall, missed)


def _due(desk: Desk, rows: dict[ItemId, Row]) -> list[Candidate]:
    today = desk.today
    due = []
    for snapshot in desk.journal.due(today):
        if snapshot.item in rows:
            record = decode_record(snapshot.body)
            missed = record.answers > 0 and not record.last_right
            due.append(_candidate(rows[ItemId(snapshot.item)], record.recall_on(today), missed=missed))
    return rank_due(due)


def _cram(desk: Desk, rows: dict[ItemId, Row]) -> list[Candidate]:
    today = desk.today
    records = {s.item: decode_record(s.body) for s in desk.journal.snapshots()}
    recalls = {item: record.recall_on(today) for item, record in records.items() if not record.is_aside}
    aside = records.keys() - recalls.keys()
    return rank_cram(_candidate(row, recalls.get(item)) for item, row in rows.items() if item not in aside)


def _new_room(desk: Desk, wishes: Wishes, new_a_day: int, room: int) -> int:
    """Return how many new items fit: today's quota less those begun today, within the time left."""
    quota = wishes.new if wishes.new is not None else new_a_day - desk.journal.new_on(desk.today)
    return max(0, min(quota, room))


def _new(desk: Desk, rows: dict[ItemId, Row], seen: Iterable[str], room: int) -> list[Candidate]:
    unseen = sorted((row for item, row in rows.items() if item not in seen), key=lambda row: row.difficulty)
    first = _FIRST_TOPICS[desk.settings.role]
    topics = [Topic(topic) for topic in (*first, *(t for t in TOPICS if t not in first))]
    return spread_topics([_candidate(row, None) for row in unseen], topics)[:room]


def _gone(desk: Desk, left_over: int, room: int) -> date | None:
    today = desk.today
    load = desk.journal.load(today + timedelta(days=1), today + timedelta(days=_LOAD_DAYS))
    return backlog_gone(left_over, today=today, a_day=room, load=load)
