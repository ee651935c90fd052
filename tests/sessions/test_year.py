"""A year of one learner: four time zones, DST changes, a rollover moved twice, a clock set back and ahead.

Whatever the hour they are looked at, day counts, streaks and intervals are those of the learner's own days.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest

from drill.sessions.agenda import Wishes
from drill.sessions.answering import Given
from drill.sessions.desk import Desk
from drill.sessions.overview import streak
from drill.sessions.quiz import Quiz
from drill.sessions.statistics import counted_answers, statistics_of

BERLIN, NEW_YORK, KOLKATA, AUCKLAND = map(
    ZoneInfo, ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Pacific/Auckland")
)
START = datetime(2026, 1, 5, 20, tzinfo=BERLIN)
# from which instant on the learner lives where; both of Berlin's DST changes fall into stays there. The
# date line is crossed to the west, where a date is skipped, and back, where one comes twice
STAYS = (
    (START, BERLIN),
    (datetime(2026, 4, 20, 12, tzinfo=UTC), NEW_YORK),
    (datetime(2026, 5, 26, 4, tzinfo=UTC), AUCKLAND),
    (datetime(2026, 7, 12, 13, tzinfo=UTC), NEW_YORK),
    (datetime(2026, 8, 3, 2, tzinfo=UTC), KOLKATA),
    (datetime(2026, 9, 7, 2, tzinfo=UTC), BERLIN),
)
ROLLOVERS = ((date(2026, 2, 16), 0), (date(2026, 11, 2), 6))
_PAUSE = timedelta(minutes=25)
# days without a sitting: each ends a row
REST = {date(2026, 3, 4), date(2026, 5, 9), date(2026, 7, 1), date(2026, 7, 2), date(2026, 10, 14)}


class Moment(NamedTuple):
    """An answer: its true instant, and the study day by the wall clock and rollover then in force."""

    at: datetime
    day: date


def zone_at(at: datetime) -> ZoneInfo:
    return next(zone for since, zone in reversed(STAYS) if since <= at)


def local(at: datetime) -> datetime:
    """Return the wall clock of an instant."""
    return at.astimezone(zone_at(at))


def day_of(at: datetime, rollover: int) -> date:
    """Return the study day by its definition: a date begins at the rollover, as the wall clock shows it."""
    wall = local(at)
    return wall.date() if wall.hour >= rollover else wall.date() - timedelta(days=1)


def plain_streak(moments: list[Moment], today: date, now: datetime) -> int:
    """Return the streak by a walk back through the answers, never by dates alone."""
    last: dict[date, datetime] = {}
    first: dict[date, datetime] = {}
    for moment in moments:
        first.setdefault(moment.day, moment.at)
        last[moment.day] = moment.at
    days = sorted(last, reverse=True)
    if not days or ((today - days[0]).days > 1 and now - last[days[0]] >= timedelta(hours=24)):
        return 0
    length = 1
    for later, earlier in pairwise(days):
        if (later - earlier).days > 1 and first[later] - last[earlier] >= timedelta(hours=24):
            break
        length += 1
    return length


class Life:
    """A learner with a sitting a day, at hours that wander over midnight and the rollover."""

    def __init__(self, desk: Desk, clock: Any) -> None:
        self.desk, self.clock = desk, clock
        self.rollover = 4
        self.moments: list[Moment] = []
        self.rng = Random(3)

    def at(self, at: datetime) -> None:
        self.clock.now = local(at)

    def today(self, at: datetime) -> date:
        return day_of(at, self.rollover)

    def sit(self, at: datetime, answers: int = 2) -> None:
        """Answer one question after the other, 25 minutes apart: a sitting may end on another day."""
        wishes = Wishes(new=1, limit=answers, minutes=60)
        left = answers - self._play(wishes, at)
        # when little is due, what is known least
        if left:
            self._play(Wishes(cram=True, limit=left, minutes=60), at + _PAUSE * (answers - left))

    def _play(self, wishes: Wishes, at: datetime) -> int:
        self.at(at)
        quiz, played = Quiz(self.desk, wishes, rng=Random(1), reasks=False), 0
        while quiz.next() is not None:
            quiz.answer(Given("attention" if self.rng.random() < 0.8 else "no", 20.0))
            self.moments.append(Moment(at, self.today(at)))
            played += 1
            at += _PAUSE
            self.at(at)
        return played

    def move_rollover(self, at: datetime, hour: int) -> None:
        self.at(at)
        self.desk.change("rollover", str(hour))
        self.rollover = hour


def sittings() -> Iterator[datetime]:
    """Yield when each sitting begins: in the evening, around midnight, before the rollover, at noon."""
    hours = (21.0, 23.7, 26.5, 27.8, 12.0, 23.9, 19.0)
    for number in range(365):
        evening = START + timedelta(days=number)
        day = local(evening).date()
        if day not in REST:
            midnight = datetime(day.year, day.month, day.day, tzinfo=zone_at(evening))
            yield (midnight + timedelta(hours=hours[number % 7])).astimezone(UTC)


@pytest.fixture
def life(desk: Desk, clock: Any) -> Life:
    desk.change("minutes", "60")
    return Life(desk, clock)


def live(life: Life, look: Callable[[datetime], None]) -> None:
    """Live the year; `look` is called at each sitting's end and at hours between."""
    rollovers = list(ROLLOVERS)
    for at in sittings():
        if rollovers and rollovers[0][0] <= local(at).date():
            life.move_rollover(at - timedelta(hours=2), rollovers.pop(0)[1])
        life.sit(at)
        near = any(abs(local(at).date() - day) <= timedelta(days=2) for day, _ in ROLLOVERS)
        near = near or any(abs(at - since) <= timedelta(days=3) for since, _ in STAYS)
        for hours in (1, 3, 5, 8, 11, 14) if near or local(at).day % 9 == 0 else (6,):
            look(at + timedelta(hours=hours))


def test_a_year_of_streaks_and_days(life: Life) -> None:
    looked = 0

    def look(at: datetime) -> None:
        nonlocal looked
        life.at(at)
        assert life.desk.today == life.today(at)
        assert streak(life.desk) == plain_streak(life.moments, life.today(at), at), local(at)
        looked += 1

    live(life, look)
    assert looked > 500
    counts = Counter(moment.day for moment in life.moments)
    assert Counter(answer.day for answer in counted_answers(life.desk)) == counts
    held = statistics_of(life.desk).weeks
    days = {week.monday + timedelta(days=n): c for week in held for n, c in enumerate(week.counts) if c}
    assert days == {day: count for day, count in counts.items() if day >= held[0].monday}
    # both kinds of sittings were there: over midnight, and over the rollover into another study day
    short = [(a, b) for a, b in pairwise(life.moments) if b.at - a.at == _PAUSE]
    assert any(a.day != b.day for a, b in short)
    assert any(a.day == b.day and local(a.at).date() != local(b.at).date() for a, b in short)


def test_a_year_of_intervals(life: Life) -> None:
    """An item is due from the rollover of its day on, not a minute before, wherever the learner is then."""

    def look(at: datetime) -> None:
        life.at(at)
        today = life.today(at)
        due = {snapshot.item for snapshot in life.desk.journal.due(today)}
        asked = [snapshot for snapshot in life.desk.journal.snapshots() if snapshot.due]
        for snapshot in asked:
            assert snapshot.due is not None
            assert snapshot.last_day is not None
            assert snapshot.due > snapshot.last_day
            assert (snapshot.item in due) == (snapshot.due <= today and not snapshot.suspended)

    live(life, look)


@pytest.mark.parametrize("zone", [BERLIN, NEW_YORK, KOLKATA, AUCKLAND], ids=lambda zone: zone.key)
def test_due_at_the_rollover_and_not_before(desk: Desk, clock: Any, zone: ZoneInfo) -> None:
    # the nights of the changes, in each zone: 8 and 29 March, 5 April
    for month, night in ((3, 7), (3, 28), (4, 4)):
        evening = datetime(2026, month, night, 21, tzinfo=zone)
        clock.now = evening
        quiz = Quiz(desk, Wishes(new=1, limit=1, minutes=60), rng=Random(1), reasks=False)
        turn = quiz.next()
        assert turn is not None
        quiz.answer(Given("no", 20.0))
        item = turn.ask.item
        clock.now = (evening + timedelta(days=1)).replace(hour=3, minute=59)
        assert item not in {snapshot.item for snapshot in desk.journal.due(desk.today)}
        clock.now = (evening + timedelta(days=1)).replace(hour=4)
        assert item in {snapshot.item for snapshot in desk.journal.due(desk.today)}


def test_a_clock_set_back_and_ahead(life: Life) -> None:
    noon = datetime(2026, 5, 4, 10, tzinfo=UTC)
    for day in range(3):
        life.sit(noon + timedelta(days=day))
    # set back by two days: the row is that of the day shown, and no interval is negative
    life.at(noon + timedelta(days=1, hours=1))
    assert streak(life.desk) == 2
    assert life.desk.clock_went_back() is not None
    life.sit(noon + timedelta(days=1, hours=1), answers=1)
    snapshots = life.desk.journal.snapshots()
    assert all(s.due > s.last_day - timedelta(days=2) for s in snapshots if s.due and s.last_day)
    # put right: all four days stand
    life.at(noon + timedelta(days=2, hours=5))
    assert streak(life.desk) == 3
    # a month ahead by mistake, then put right: that day is not yet one of the row
    life.sit(noon + timedelta(days=31))
    life.at(noon + timedelta(days=3))
    assert streak(life.desk) == 3
    life.sit(noon + timedelta(days=3))
    assert streak(life.desk) == 4
    # it is one when its day has come
    life.at(noon + timedelta(days=31, hours=1))
    assert streak(life.desk) == 1
