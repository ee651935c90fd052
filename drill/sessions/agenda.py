"""What a sitting will ask: due items, new ones woven in, capped at the time there is.

Leaves out the sitting itself (quiz.py).
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from drill.content.library import Row
from drill.sessions.desk import Desk
from drill.sessions.placed import is_easy, placed, placed_today
from drill.study.countdown import in_last_days
from drill.study.journal import item_of
from drill.study.kata import CLOSING
from drill.study.plan import Plan
from drill.study.question import ItemId, Topic
from drill.study.queue import Candidate, backlog_gone, fits, mix, portion, rank_cram, spread_topics
from drill.study.record import Record, decode_record
from drill.study.reviews import reviews_on, told
from drill.study.roles import ROLES, TOPICS

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
    left_over: int
    gone: date | None
    seconds: float
    longest_interval: int
    days_left: int | None

    @property
    def sure_misses(self) -> int:
        """How many items are sure and wrong."""
        return sum(candidate.sure_miss for candidate in self.items)

    @property
    def missed(self) -> int:
        """How many others were missed when last asked."""
        return sum(candidate.missed_last and not candidate.sure_miss for candidate in self.items)

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
    rows, pace = askable(desk, wishes), desk.pace()
    room = _room(desk, wishes, pace)
    test = placed_today(desk)
    seen, begun = desk.journal.touched(), questions_begun(desk, test.known)
    plan = desk.plan(unseen=begun + sum(item not in seen for item in rows), pace=pace)
    if wishes.cram:
        return _agenda(_cram(desk, rows)[:room][: wishes.limit], plan, pace)
    due = due_on(desk, rows, desk.today)
    share = portion(room, due=len(due), new=plan.new_a_day - begun)
    reviews = due[: share.reviews]
    # new items asked for by number come whatever the time
    quota = share.new if wishes.new is None else wishes.new
    # what today's placement found missing is new tomorrow
    mixed = mix(reviews, new_items(desk, rows, seen.union(test.missed), quota))
    left_over = len(due) - len(reviews)
    # what is weak in the last days is no backlog: it ends with the interview
    is_backlog = left_over and not in_last_days(desk.settings.interview, desk.today)
    gone = _gone(desk, left_over, pace) if is_backlog else None
    return _agenda(mixed[: wishes.limit], plan, pace)._replace(left_over=left_over, gone=gone)


def questions_begun(desk: Desk, known: Iterable[ItemId]) -> int:
    """Return how many questions were answered for the first time today.

    Katas have minutes of their own; what a placement found `known` costs no early reviews.
    """
    closed = {item_of(entry.body) for entry in desk.journal.entries(tags=CLOSING, day=desk.today)}
    others = {item for item in closed if item is not None} | set(known)
    return desk.journal.new_on(desk.today) - sum(desk.record(item).first_day == desk.today for item in others)


def _agenda(items: Sequence[Candidate], plan: Plan, pace: float) -> Agenda:
    new = sum(candidate.recall is None for candidate in items)
    return Agenda(
        items=tuple(items),
        reviews=len(items) - new,
        new=new,
        left_over=0,
        gone=None,
        seconds=len(items) * pace,
        longest_interval=plan.longest_interval,
        days_left=plan.days_left,
    )


def _room(desk: Desk, wishes: Wishes, pace: float) -> int:
    """Return how many answers fit into the minutes wished for, or into what is left of today's."""
    if wishes.minutes is None and not wishes.cram:
        return room_left(desk, desk.settings.minutes, pace)
    minutes = desk.settings.minutes if wishes.minutes is None else wishes.minutes
    return fits(60 * minutes, seconds_per_answer=pace)


def room_left(desk: Desk, minutes: float, pace: float) -> int:
    """Return how many answers fit into what is left of so many minutes today."""
    seconds = 60 * minutes - desk.seconds_spent()
    return fits(seconds, seconds_per_answer=pace) if seconds > 0 else 0


def as_candidate(row: Row, record: Record | None, day: date) -> Candidate:
    """Return an item as a queue takes it, with its recall on a study day."""
    return _bare(row) if record is None else told(_bare(row), record, record.recall_on(day))


def _bare(row: Row) -> Candidate:
    return Candidate(row.id, row.topic, frozenset(row.outline))


def due_on(desk: Desk, rows: Mapping[ItemId, Row], day: date) -> list[Candidate]:
    """Return what is to be reviewed on a study day, by what is known today, most urgent first."""
    is_last = in_last_days(desk.settings.interview, day)
    # with the interview near, what is not yet due may be asked too
    snapshots = desk.journal.snapshots() if is_last else desk.journal.due(day)
    held = ((_bare(rows[s.item]), decode_record(s.body)) for s in snapshots if s.item in rows)
    return reviews_on(day, held, desk.settings)


def _cram(desk: Desk, rows: Mapping[ItemId, Row]) -> list[Candidate]:
    today = desk.today
    records = {s.item: decode_record(s.body) for s in desk.journal.snapshots() if s.item in rows}
    aside = {item for item, record in records.items() if record.is_aside}
    return rank_cram(
        as_candidate(row, records.get(item), today) for item, row in rows.items() if item not in aside
    )


def new_items(desk: Desk, rows: Mapping[ItemId, Row], seen: Container[str], most: int) -> list[Candidate]:
    """Return what was never asked: one's own questions first, then by topic as the role says, easy first.

    Last comes what a placement showed to be too easy for the learner, but for items that were missed there.
    """
    if most <= 0:
        return []
    unseen = sorted((row for item, row in rows.items() if item not in seen), key=lambda row: row.difficulty)
    own = [row for row in unseen if desk.library.is_own(row.id)]
    others = [row for row in unseen if not desk.library.is_own(row.id)]
    topics = list(dict.fromkeys([*ROLES[desk.settings.role].topics, *TOPICS]))
    test = placed(desk)
    lanes = [[row for row in others if is_easy(row, test) == easy] for easy in (False, True)]
    parts = [map(_bare, own), *(spread_topics(list(map(_bare, lane)), topics) for lane in lanes)]
    return [candidate for part in parts for candidate in part][:most]


def _gone(desk: Desk, left_over: int, pace: float) -> date | None:
    today = desk.today
    tomorrow, last = today + timedelta(days=1), today + timedelta(days=_LOAD_DAYS)
    load = desk.journal.load(tomorrow, last, counts=askable(desk, Wishes()).__contains__)
    a_day = fits(60 * desk.settings.minutes, seconds_per_answer=pace)
    return backlog_gone(left_over, today=today, a_day=a_day, load=load)
