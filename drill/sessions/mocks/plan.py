"""Plans a mock interview: from the exam pool and numeric chains, what tells most and was not seen lately.

Leaves out the rules (study/mock.py) and playing it (interview.py). The plan is one entry of the journal.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cached_property
from random import Random
from typing import NamedTuple

from drill.content.library import Row
from drill.sessions.desk import Desk
from drill.sessions.readiness import READ, profile_over
from drill.study.chain import chains
from drill.study.evidence import RESTED_DAYS
from drill.study.journal import Answered, MockPart, MockStarted, item_of
from drill.study.kata import Exercise, closes, kata_item
from drill.study.mock import (
    SIZING,
    TALK,
    TALK_MINUTES,
    WARM_UP,
    KataOffer,
    by_topic_order,
    choose_kata,
    dropped,
    freshest,
    layout,
    warm_up,
    warm_up_questions,
)
from drill.study.placement import SECONDS, Offer
from drill.study.question import Bug, Choice, ItemId, Multi, Numeric, Topic
from drill.study.record import settled
from drill.study.response import floor_of
from drill.study.roles import Role


class MockWish(NamedTuple):
    """What the learner asked for: role, minutes, topics in place of the role's, and whether a kata."""

    role: Role
    minutes: float
    topics: tuple[Topic, ...]
    kata: bool

    @property
    def asked(self) -> tuple[Topic, ...]:
        """The topics that are asked, the most important first."""
        return self.topics or self.role.topics


class Planned(NamedTuple):
    """A plan, and in one line each what a learner should know of it."""

    started: MockStarted
    notes: list[str]


class MockPlanner:
    """Chooses the items of one interview at a desk; `exercises` are the katas by slug."""

    def __init__(self, desk: Desk, exercises: Mapping[str, Exercise], *, rng: Random) -> None:
        """Read once what was answered when."""
        self._desk = desk
        self._exercises = exercises
        self._rng = rng
        self._entries = settled(desk.journal.entries(tags=READ))
        self._seen: dict[ItemId, date] = {}
        for entry in self._entries:
            if isinstance(entry.body, Answered):
                item = entry.body.ask.item
                self._seen[item] = max(entry.stamp.day, self._seen.get(item, date.min))
        self._is_worn = False

    def plan(self, wish: MockWish) -> Planned:
        """Return the plan of an interview; a part for which no item exists is left out."""
        shares = layout(wish.minutes, kata=wish.kata)
        parts = [
            MockPart(name, items, minutes)
            for name, minutes in shares.items()
            if (items := tuple(self._items(name, minutes, wish)))
        ]
        started = MockStarted(self._new_name(), wish.role.name, wish.minutes, tuple(parts), wish.asked)
        return Planned(started, self._notes({part.name: part.minutes for part in parts}, wish))

    def _new_name(self) -> str:
        """Return a name that no interview has: its answers are found by it, and a seed draws one twice."""
        begun = (entry.body for entry in self._desk.journal.entries(tags=("mock-started",)))
        taken = {body.mock for body in begun if isinstance(body, MockStarted)}
        name = ""
        while not name or name in taken:
            name = f"mock-{self._desk.today}-{self._rng.getrandbits(16):04x}"
        return name

    def _notes(self, parts: Mapping[str, float], wish: MockWish) -> list[str]:
        missing = dropped(parts, kata=wish.kata)
        notes = (
            [f"no {' and no '.join(missing)}: too little time, or nothing on these topics"] if missing else []
        )
        if self._is_worn:
            rested = f"too few exam questions on these topics rested for {RESTED_DAYS} days"
            notes.append(f"{rested}: those seen longest ago come again")
        return notes

    def _items(self, part: str, minutes: float, wish: MockWish) -> Sequence[ItemId]:
        if part == WARM_UP:
            return self._warm_up(minutes, wish)
        if part == SIZING:
            return self._sizing(wish)
        return self._talks(minutes, wish) if part == TALK else self._kata(minutes, wish)

    def _warm_up(self, minutes: float, wish: MockWish) -> list[ItemId]:
        count, steps = warm_up_questions(minutes), self._steps()
        rows = [row for row in self._exam(wish) if row.kind in SECONDS and row.id not in steps]
        fresh = self._freshest(rows, count)
        topics = list(dict.fromkeys([*wish.asked, *(row.topic for row in fresh)]))
        profile = profile_over(self._desk, self._entries, self._exercises, topics)
        offers = warm_up(map(self._offer, fresh), profile, count=count, rng=self._rng)
        return [offer.item for offer in offers]

    def _exam(self, wish: MockWish) -> list[Row]:
        rows = [row for row in self._desk.library.rows if row.pool == "exam"]
        return by_topic_order(rows, lambda row: row.topic, wish.asked)

    def _freshest(self, rows: Sequence[Row], least: int) -> list[Row]:
        fresh, are_fresh = freshest(
            rows, lambda row: self._seen.get(row.id), today=self._desk.today, least=least
        )
        self._is_worn = self._is_worn or not are_fresh
        return fresh

    def _offer(self, row: Row) -> Offer:
        question = self._desk.library.compiled(row.id).question
        options = len(question.options) if isinstance(question, Choice | Multi | Bug) else 0
        floor = floor_of(row.kind, options)
        return Offer(row.id, row.topic, row.difficulty, row.kind, floor, frozenset(row.outline))

    @cached_property
    def _chains(self) -> list[tuple[Numeric, ...]]:
        rows = (row for row in self._desk.library.rows if row.kind == "numeric" and row.pool == "exam")
        questions = (self._desk.library.compiled(row.id).question for row in rows)
        return chains(question for question in questions if isinstance(question, Numeric))

    def _steps(self) -> set[ItemId]:
        return {step.id for chain in self._chains for step in chain}

    def _sizing(self, wish: MockWish) -> list[ItemId]:
        found = by_topic_order(self._chains, lambda chain: chain[0].topic, wish.asked)
        # a topic that the role leaves out is better than no sizing problem, and than one seen lately
        found += [] if wish.topics else [chain for chain in self._chains if chain not in found]
        fresh, are_fresh = freshest(found, self._seen_chain, today=self._desk.today, least=1)
        self._is_worn = self._is_worn or not are_fresh
        return [step.id for step in fresh[0]] if fresh else []

    def _seen_chain(self, chain: tuple[Numeric, ...]) -> date | None:
        return max((self._seen[step.id] for step in chain if step.id in self._seen), default=None)

    def _talks(self, minutes: float, wish: MockWish) -> list[ItemId]:
        count = round(minutes / TALK_MINUTES)
        rows = [row for row in self._exam(wish) if row.kind == "open"]
        return [row.id for row in self._freshest(rows, count)[:count]]

    def _kata(self, minutes: float, wish: MockWish) -> list[ItemId]:
        closed = {item_of(entry.body) for entry in self._entries if closes(entry)}
        offers = [
            KataOffer(kata_item(slug), one.topic, one.minutes, kata_item(slug) in closed)
            for slug, one in self._exercises.items()
        ]
        asked = by_topic_order(offers, lambda offer: offer.topic, wish.asked)
        chosen = choose_kata(asked, minutes) or choose_kata(offers, minutes)
        return [chosen.item] if chosen else []
