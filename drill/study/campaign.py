"""The plan up to an interview, day by day: the real rules, played forward over the learner's own memory.

Leaves out the rules (countdown.py, plan.py, reviews.py, kata_day.py) and where memory stands (sessions).
docs/plan.md says what is assumed of the learner and how far off the figures are.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

import msgspec

from drill.study.calendar import days_between
from drill.study.countdown import mock_days
from drill.study.journal import Rating
from drill.study.kata import kata_due
from drill.study.kata_day import Shelved, katas_on
from drill.study.memory import Memory, after, interval
from drill.study.mock import MINUTES
from drill.study.overview import TodayKata
from drill.study.plan import Plan, plan_for
from drill.study.question import ItemId, Topic
from drill.study.queue import Candidate, fits, portion
from drill.study.record import Record
from drill.study.reviews import reviews_on
from drill.study.settings import Settings
from drill.study.spread import due_days, lightest

_NO_TOPIC = Topic("")


class DayPlan(NamedTuple):
    """A day: reviews and new questions with their seconds, katas, and whether a mock interview is on it."""

    day: date
    reviews: int
    new: int
    seconds: float
    katas: tuple[TodayKata, ...] = ()
    mock: bool = False

    @property
    def minutes(self) -> float:
        """All that the day asks for."""
        katas = sum(kata.minutes for kata in self.katas)
        return self.seconds / 60 + katas + (MINUTES if self.mock else 0.0)

    @property
    def rest(self) -> bool:
        """Whether nothing is to be done."""
        return not (self.reviews or self.new or self.katas or self.mock)


class Shelf(NamedTuple):
    """What a plan starts from: questions `seen`; those `unseen` and the katas in the order of learning."""

    seen: Mapping[ItemId, Record]
    unseen: Sequence[ItemId]
    katas: Sequence[Shelved] = ()


class Start(NamedTuple):
    """Where the learner stands today, and at which pace.

    `room` answers and `kata_minutes` are left today, on which `begun` questions were new already; `mocks` are
    the days of mock interviews that were. A question never seen is known with the chance `knows`.
    """

    today: date
    interview: date
    settings: Settings
    pace: float
    room: int
    begun: int = 0
    kata_minutes: float = 0.0
    mocks: Sequence[date] = ()
    knows: float = 0.0


class Campaign(NamedTuple):
    """Each day up to the eve; expected recall in the interview as `planned`, and `idle`: without review."""

    today: date
    interview: date
    days: tuple[DayPlan, ...]
    planned: float
    idle: float


def plan(shelf: Shelf, start: Start, *, rng: Random) -> Campaign:
    """Return the plan; `rng` decides between equally light days, as it does when an answer is given."""
    play = _Play(shelf, start, rng)
    idle = play.recall_on(start.interview)
    ahead = (start.today + timedelta(days=n) for n in range(days_between(start.today, start.interview)))
    days = tuple(play.day(day) for day in ahead)
    return Campaign(start.today, start.interview, days, play.recall_on(start.interview), idle)


class _Play:
    """The learner of the plan, moved on day by day."""

    def __init__(self, shelf: Shelf, start: Start, rng: Random) -> None:
        self._start = start
        self._settings = start.settings._replace(interview=start.interview)
        self._records = dict(shelf.seen)
        self._began = min(filter(None, (r.first_day for r in shelf.seen.values())), default=start.today)
        self._unseen = deque(shelf.unseen)
        self._katas = {kata.slug: kata for kata in shelf.katas}
        self._mocks = mock_days(start.interview, today=start.today, done=start.mocks)
        self._load = Counter(record.due for record in self._records.values() if record.due)
        self._rng = rng
        # half: the number of misses dealt so far is the one to be expected, rounded
        self._misses = 0.5

    def recall_on(self, day: date) -> float:
        """Return the share of all questions that would be known on a day, 0 without any."""
        recalls = [record.recall_on(day) or 0.0 for record in self._records.values()]
        known = sum(recalls) + self._start.knows * len(self._unseen)
        return known / max(1, len(recalls) + len(self._unseen))

    def day(self, day: date) -> DayPlan:
        """Play one day and return what it held."""
        is_today, pace = day == self._start.today, self._start.pace
        begun = self._start.begun if is_today else 0
        room = self._start.room if is_today else fits(60 * self._settings.minutes, seconds_per_answer=pace)
        terms = plan_for(
            self._settings,
            today=day,
            unseen=begun + len(self._unseen),
            seconds_per_answer=pace,
            began=self._began,
        )
        held = ((Candidate(item, _NO_TOPIC), record) for item, record in self._records.items())
        due = reviews_on(day, held, self._settings)
        share = portion(room, due=len(due), new=min(terms.new_a_day - begun, len(self._unseen)))
        for candidate in due[: share.reviews]:
            self._answer(candidate.item, day, terms)
        for _ in range(share.new):
            self._answer(self._unseen.popleft(), day, terms)
        katas = self._code(day, terms)
        return DayPlan(day, *share, sum(share) * pace, katas, day in self._mocks)

    def _answer(self, item: ItemId, day: date, terms: Plan) -> None:
        """Answer a question; a miss comes back within the sitting and is known then."""
        record = self._records.get(item, Record())
        is_known = self._is_known(record.recall_on(day))
        memory = _rated(
            record, day, (Rating.GOOD,) if is_known else (Rating.AGAIN, Rating.GOOD), self._settings
        )
        due = self._due(memory, day, terms)
        self._records[item] = _moved(record, memory, day, due)
        self._load[due] += 1
        if record.due is not None:
            self._load[record.due] -= 1

    def _is_known(self, chance: float | None) -> bool:
        """Deal out misses evenly: with each answer their number is the expected one, to within one."""
        self._misses += 1 - (self._start.knows if chance is None else chance)
        if self._misses < 1:
            return True
        self._misses -= 1
        return False

    def _due(self, memory: Memory, day: date, terms: Plan) -> date:
        days = interval(memory, retention=self._settings.retention)
        return lightest(due_days(day, days, longest=terms.longest_interval), self._load, self._rng)

    def _code(self, day: date, terms: Plan) -> tuple[TodayKata, ...]:
        """Do the day's katas, each passed in time, until none is offered any more."""
        left = self._start.kata_minutes if day == self._start.today else float(self._settings.kata_minutes)
        # a mock interview has a kata of its own
        left = 0.0 if day in self._mocks else left
        done: list[TodayKata] = []
        while offers := katas_on(day, list(self._katas.values()), left=left, interview=self._start.interview):
            for offer in offers:
                self._pass(offer.slug, day, terms)
                left -= offer.minutes
            done += offers
        return tuple(done)

    def _pass(self, slug: str, day: date, terms: Plan) -> None:
        kata = self._katas[slug]
        memory = _rated(kata.record, day, (Rating.GOOD,), self._settings)
        due = kata_due(day, self._due(memory, day, terms), gave_up=False)
        self._katas[slug] = kata._replace(record=_moved(kata.record, memory, day, due), is_open=False)


def _rated(record: Record, day: date, ratings: Sequence[Rating], settings: Settings) -> Memory:
    """Return the memory after one rating or more on a day."""
    first, *more = ratings
    elapsed = 0 if record.last_day is None else days_between(record.last_day, day)
    memory = after(record.memory, first, elapsed=elapsed, weights=settings.weights)
    for rating in more:
        memory = after(memory, rating, elapsed=0, weights=settings.weights)
    return memory


def _moved(record: Record, memory: Memory, day: date, due: date) -> Record:
    return msgspec.structs.replace(
        record,
        memory=memory,
        due=due,
        first_day=record.first_day or day,
        last_day=day,
        missed_last=False,
        sure_miss=None,
    )
