"""Which katas today holds: the attempt that is open, those due within the day's minutes, else one new.

Leaves out the choice (study/kata_day.py) and starting one (starting.py). Reads exercise.yaml, never a test.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from drill.errors import UsageError
from drill.sessions.desk import Desk
from drill.sessions.mocks.days import is_mock_day
from drill.study.journal import item_of
from drill.study.kata import CLOSING, Exercise, closes, kata_item, open_attempt, slug_of
from drill.study.kata_day import Shelved, katas_on
from drill.study.overview import TodayKata
from drill.study.record import Record, settled

Exercises = Mapping[str, Exercise]


class Listed(NamedTuple):
    """A kata in the list of all: what it asks, and what the journal says of it."""

    slug: str
    exercise: Exercise
    record: Record
    is_open: bool


def offers(desk: Desk, exercises: Exercises) -> list[TodayKata]:
    """Return today's katas: what is open, what is due until the day's minutes are used, else one new."""
    left = minutes_left(desk, exercises)
    return katas_on(desk.today, shelved(desk, exercises), left=left, interview=desk.settings.interview)


def shelved(desk: Desk, exercises: Exercises) -> list[Shelved]:
    """Return all katas as they stand: the open ones first, the newest of them in front, then easy ones."""
    is_open = open_slugs(desk, exercises)
    easiest = sorted(exercises, key=lambda slug: (exercises[slug].level, exercises[slug].minutes, slug))
    return [
        Shelved(
            slug,
            exercises[slug].minutes,
            _review_minutes(exercises[slug]),
            desk.record(kata_item(slug)),
            slug in is_open,
        )
        for slug in dict.fromkeys([*is_open, *easiest])
    ]


def minutes_left(desk: Desk, exercises: Exercises) -> float:
    """Return how many of today's minutes for katas are left: none before a mock interview, which has one."""
    if is_mock_day(desk):
        return 0.0
    return desk.settings.kata_minutes - _minutes_done(desk, exercises)


def _review_minutes(exercise: Exercise) -> float:
    return exercise.minutes if exercise.crux is None else exercise.crux.minutes


def _minutes_done(desk: Desk, exercises: Exercises) -> float:
    """Return the minutes of the katas passed or given up today, as they were set, not as they were used."""
    return sum(_minutes_on(desk, exercises[slug], slug) for slug in closed_today(desk) if slug in exercises)


def _minutes_on(desk: Desk, exercise: Exercise, slug: str) -> float:
    is_first = desk.record(kata_item(slug)).first_day == desk.today
    return exercise.minutes if is_first else _review_minutes(exercise)


def closed_today(desk: Desk) -> set[str]:
    """Return the katas that were passed or given up today."""
    entries = desk.journal.entries(tags=CLOSING, day=desk.today)
    return {slug_of(item_of(entry.body) or "") or "" for entry in entries if closes(entry)}


def last_closed(desk: Desk) -> str | None:
    """Return the kata that was passed or given up last."""
    newest_first = desk.journal.entries(tags=CLOSING, newest_first=True)
    return next((slug_of(item_of(entry.body) or "") for entry in newest_first if closes(entry)), None)


def open_slugs(desk: Desk, exercises: Exercises) -> list[str]:
    """Return the katas with an attempt that is open, the newest one first."""
    started = desk.journal.entries(tags=("kata-started",), newest_first=True)
    items = dict.fromkeys(item for entry in started if (item := item_of(entry.body)))
    slugs = [slug_of(item) for item in items if open_attempt(settled(desk.journal.entries(item=item)))]
    return [slug for slug in slugs if slug is not None and slug in exercises]


def slug_or_open(desk: Desk, exercises: Exercises, slug: str | None) -> str:
    """Return the slug given, or that of the attempt begun last; UsageError without either."""
    if slug is not None:
        return slug
    found = open_slugs(desk, exercises)
    if not found:
        raise UsageError("no attempt is open: name a kata; `drill kata list` shows them")
    return found[0]


def listed(desk: Desk, exercises: Exercises) -> Sequence[Listed]:
    """Return all katas, easy ones first."""
    is_open = set(open_slugs(desk, exercises))
    order = sorted(exercises, key=lambda slug: (exercises[slug].level, slug))
    return [Listed(slug, exercises[slug], desk.record(kata_item(slug)), slug in is_open) for slug in order]
