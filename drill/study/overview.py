"""What the first and the last screen say, as values.

Leaves out how they are reckoned (sessions) and drawn (ui).
"""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from drill.study.mastery import Standing
from drill.study.question import ItemId, Topic


class TodayKata(NamedTuple):
    """A kata that today holds; `why` is open, due or new."""

    slug: str
    minutes: float
    why: str


class Today(NamedTuple):
    """The first screen of a day. `left_over` counts due items beyond today's minutes.

    Of the items asked `sure_misses` are sure and wrong, `missed` others were missed when last asked.
    `debrief` is the day of an interview that just was and of which nothing was told yet. `mock` on a day with
    a mock interview.
    """

    day: date
    interview_in: int | None
    reviews: int
    new: int
    minutes: int
    sure_misses: int
    missed: int
    by_topic: Sequence[tuple[Topic, int]]
    left_over: int
    gone: date | None
    weakest: Standing | None
    strongest: Standing | None
    streak: int
    measured: float | None
    expected: float | None
    katas: Sequence[TodayKata] = ()
    debrief: date | None = None
    mock: bool = False


class TopicTally(NamedTuple):
    """One topic in a sitting: right answers of all, and the misconceptions met."""

    topic: str
    right: int
    answered: int
    misconceptions: Sequence[str]


class Leech(NamedTuple):
    """An item set aside after too many lapses, and what to read instead."""

    item: ItemId
    primer: str


class Summary(NamedTuple):
    """The last screen of a sitting; `sure_misses` were missed in it by someone sure of them."""

    answered: int
    right: int
    seconds: float
    sure_misses: Sequence[ItemId]
    topics: Sequence[TopicTally]
    tomorrow_reviews: int
    tomorrow_new: int
    tomorrow_minutes: int
    gone: date | None
    leeches: Sequence[Leech]
