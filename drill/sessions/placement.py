"""A placement as a state machine: next() gives what to show, answer() takes what was given.

Leaves out the terminal. Its state is the day's entries in the journal: whatever ends it, another one goes on.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from drill.content.library import Row
from drill.errors import ContentError
from drill.sessions.agenda import Wishes, askable
from drill.sessions.answering import Given, Outcome, take
from drill.sessions.desk import Desk
from drill.sessions.placed import is_easy
from drill.sessions.quiz import Turn
from drill.sessions.readiness import READ, interview_topics, profile_over
from drill.sessions.sheet import new_ask
from drill.study.ability import Profile
from drill.study.journal import Answered, Entry, Placed
from drill.study.kata import Exercise
from drill.study.placement import LONGEST_CODE, SECONDS, TEST, Offer, choose, easy_levels, is_over, limits
from drill.study.plan import longest_interval
from drill.study.question import Bug, Choice, ItemId, Multi, Topic
from drill.study.readiness import PlacementReport, readiness
from drill.study.record import settled
from drill.study.response import floor_of
from drill.study.tally import LONGEST_COUNTED_SECONDS


class Placing(NamedTuple):
    """What a placement is about: topics, minutes, and the katas by slug, which are evidence too."""

    topics: Sequence[Topic]
    minutes: float
    exercises: Mapping[str, Exercise]


class Placement:
    """Today's placement, from the point where it stands."""

    def __init__(self, desk: Desk, placing: Placing, *, rng: Random) -> None:
        """Take up what was answered today; nothing is drawn yet."""
        self.desk = desk
        self.turn: Turn | None = None
        self.problems: list[str] = []
        self._placing = placing
        self._limit = limits(placing.minutes, len(placing.topics))
        self._rng = rng
        self._tries = 0
        self._day = desk.today
        # one placement of a few topics must not undo what another showed of the rest
        self._topics = list(dict.fromkeys([*interview_topics(desk), *placing.topics]))
        self._profile: Profile | None = None
        self._entries = list(desk.journal.entries(tags=READ))
        asked = {entry.body.ask.item for entry in self._entries if isinstance(entry.body, Answered)}
        rows = askable(desk, Wishes(tuple(placing.topics), tuple(SECONDS)))
        taken = asked | desk.journal.touched()
        self._offers = [offer for row in rows.values() if row.id not in taken for offer in self._offer(row)]

    def _offer(self, row: Row) -> Iterable[Offer]:
        """Yield an item that can be asked fast."""
        question = self.desk.library.compiled(row.id).question
        if isinstance(question, Bug) and len(question.code.splitlines()) > LONGEST_CODE:
            return
        options = len(question.options) if isinstance(question, Choice | Multi | Bug) else 0
        floor = floor_of(row.kind, options)
        yield Offer(row.id, row.topic, row.difficulty, row.kind, floor, frozenset(row.outline))

    @property
    def longest(self) -> tuple[int, float]:
        """How many questions and minutes it has at most."""
        return self._limit.questions, self._placing.minutes

    @property
    def answers(self) -> list[Entry]:
        """Today's answers to a placement that count, in their order."""
        return [entry for entry in self._answers() if entry.stamp.day >= self._day]

    def _answers(self) -> list[Entry]:
        """Return the same of all days."""
        return [entry for entry in settled(self._entries) if _placed_in(entry)]

    def profile(self) -> Profile:
        """Return the abilities as far as they are known now."""
        if self._profile is None:
            self._profile = profile_over(self.desk, self._entries, self._placing.exercises, self._topics)
        return self._profile

    def next(self) -> Turn | None:
        """Return the next ask, or None at the end. An ask not yet answered is returned again."""
        rows = self._asked()
        while self.turn is None and not self._is_over():
            offer = choose(
                self._offers,
                self.profile(),
                self._limit,
                asked=Counter(row.topic for row in rows),
                groups={key for row in rows for key in row.outline},
                rng=self._rng,
            )
            if offer is None:
                return None
            self._offers.remove(offer)
            self._open(offer)
        return self.turn

    def _asked(self) -> list[Row]:
        """Return the rows of what was asked today, as far as it belongs to this placement's topics."""
        items = [entry.body.ask.item for entry in self.answers if isinstance(entry.body, Answered)]
        rows = [row for row in map(self.desk.library.row, items) if row is not None]
        return [row for row in rows if row.topic in self._placing.topics]

    def _is_over(self) -> bool:
        asked = len(self._asked())
        return is_over(self._limit, self._placing.minutes, asked=asked, seconds=_seconds(self.answers))

    def _open(self, offer: Offer) -> None:
        compiled = self.desk.library.compiled(offer.item)
        try:
            ask = new_ask(compiled, self._rng)
        except ContentError as error:
            self.problems.append(str(error))
            return
        self._tries = 0
        asked = len(self._asked())
        total = min(self._limit.questions, asked + 1 + len(self._offers))
        self.turn = Turn(compiled, ask, asked + 1, total, is_new=False, is_return=False)

    def answer(self, given: Given) -> Outcome:
        """Mark the turn's answer and put it on disk; after a retry the turn stays."""
        if self.turn is None:
            raise RuntimeError("no ask is open: call next() first")
        question, longest = (
            self.turn.compiled.question,
            longest_interval(self.desk.settings, today=self.desk.today),
        )
        given = given._replace(tries=self._tries)
        outcome = take(self.desk, question, self.turn.ask, given, longest=longest, test=TEST)
        if outcome.entry is None:
            self._tries += outcome.mark.helped
            return outcome
        self._entries.append(outcome.entry)
        self._profile, self.turn = None, None
        # so that tomorrow's queue need not read all answers
        self.desk.write(self._placed())
        return outcome

    def _placed(self) -> Placed:
        known, missed = _known_and_missed(self._answers())
        return Placed(known, missed, easy_levels(self.profile(), self._topics))

    def report(self) -> PlacementReport:
        """Return what the placement came to so far."""
        known, missed = _known_and_missed(self.answers)
        rows, placed, touched = self._asked(), self._placed(), self.desk.journal.touched()
        new = (row for row in askable(self.desk, Wishes()).values() if row.id not in touched)
        return PlacementReport(
            ready=readiness(self.profile(), self._placing.topics),
            rights=_rights(rows, known),
            known=known,
            missed=_by_topic(row for row in rows if row.id in missed),
            later=sum(is_easy(row, placed) for row in new),
            seconds=_seconds(self.answers),
        )


def _placed_in(entry: Entry) -> bool:
    return isinstance(entry.body, Answered) and entry.body.test == TEST


def _known_and_missed(answers: Iterable[Entry]) -> tuple[tuple[ItemId, ...], tuple[ItemId, ...]]:
    bodies = [entry.body for entry in answers if isinstance(entry.body, Answered)]
    known, missed = (tuple([b.ask.item for b in bodies if b.right is right]) for right in (True, False))
    return known, missed


def _seconds(answers: Iterable[Entry]) -> float:
    taken = (entry.body.seconds for entry in answers if isinstance(entry.body, Answered))
    return sum(min(seconds, LONGEST_COUNTED_SECONDS) for seconds in taken)


def _by_topic(rows: Iterable[Row]) -> dict[Topic, list[ItemId]]:
    found: dict[Topic, list[ItemId]] = {}
    for row in rows:
        found.setdefault(row.topic, []).append(row.id)
    return found


def _rights(rows: Iterable[Row], known: Collection[ItemId]) -> dict[Topic, tuple[int, int]]:
    found: dict[Topic, tuple[int, int]] = {}
    for row in rows:
        right, asked = found.get(row.topic, (0, 0))
        found[row.topic] = (right + (row.id in known), asked + 1)
    return found
