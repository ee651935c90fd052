"""A mock interview as a state machine: next() gives what to show, answers go to the journal at once.

Its state is the journal: whatever ends it, it goes on. Leaves out plan (plan.py), draws (steps.py) and pages.
"""

from collections.abc import Collection, Iterator
from typing import TypeGuard

from drill.errors import ContentError
from drill.sessions.answering import Given, Outcome, take
from drill.sessions.desk import Desk
from drill.sessions.mocks.steps import FollowTurn, KataTurn, Step, turn_of
from drill.sessions.quiz import Turn
from drill.study.instance import DrawProblem, still_fits
from drill.study.journal import (
    Answered,
    Entry,
    FollowedUp,
    KataStarted,
    MockEnded,
    MockPart,
    MockStarted,
    Payload,
    item_of,
)
from drill.study.kata import CLOSING, closes, kata_item, slug_of
from drill.study.marking import right_answer
from drill.study.mock import KATA, SIZING, TALK, capped, next_follow_up
from drill.study.question import ItemId, Open
from drill.study.record import settled
from drill.study.text import storable

_KATA_TAGS = ("kata-started", *CLOSING)
_TAGS = ("answered", "rerated", "undone", "followed-up", *_KATA_TAGS)


class Mock:
    """One interview, from the point where it stands."""

    def __init__(self, desk: Desk, plan: MockStarted, *, since: int) -> None:
        """Take up what was answered since the plan's entry, given by its counter."""
        self.desk = desk
        self.plan = plan
        self.part: MockPart | None = None
        self.turn: Turn | None = None
        self.problems: list[str] = []
        self._tries = 0
        self._leaves_kata = False
        self._lost: set[ItemId] = set()
        self._since = since
        self._entries = [entry for entry in self._later(_TAGS) if self._belongs(entry)]

    @classmethod
    def begin(cls, desk: Desk, plan: MockStarted) -> "Mock":
        """Put a plan on disk and open it."""
        return cls(desk, plan, since=desk.write(plan).counter)

    @classmethod
    def left_open(cls, desk: Desk) -> "Mock | None":
        """Return the newest interview that is not over: one of another device may stand after it."""
        over = set[str]()
        for entry in desk.journal.entries(tags=("mock-started", "mock-ended"), newest_first=True):
            if isinstance(entry.body, MockEnded):
                over.add(entry.body.mock)
            elif isinstance(entry.body, MockStarted) and entry.body.mock not in over:
                return cls(desk, entry.body, since=entry.counter)
        return None

    def _later(self, tags: Collection[str]) -> Iterator[Entry]:
        return self.desk.journal.entries(tags=tags, after=self._since)

    def _belongs(self, entry: Entry) -> bool:
        body = entry.body
        if isinstance(body, Answered):
            return body.test == self.plan.mock
        if isinstance(body, FollowedUp):
            return body.mock == self.plan.mock
        return True

    def next(self) -> Step | None:
        """Return what comes next, or None at the end. What is not yet answered is returned again."""
        for part in self.plan.parts:
            for item in part.items:
                step = self._step(part, item)
                if step is not None:
                    self.part = part
                    return step
        return None

    def _step(self, part: MockPart, item: ItemId) -> Step | None:
        if part.name == KATA:
            is_done = self._leaves_kata or self._is_closed(item)
            return None if is_done else KataTurn(slug_of(item) or item)
        answer = self.answer_to(item)
        if answer is None:
            return self._turn(part, item)
        return self._follow_up(item, answer) if part.name == TALK else None

    def answer_to(self, item: ItemId) -> Answered | None:
        """Return the answer that counts, the last one."""
        bodies = [entry.body for entry in settled(self._entries)]
        answers = [body for body in bodies if isinstance(body, Answered) and body.ask.item == item]
        return answers[-1] if answers else None

    def _is_closed(self, item: ItemId) -> bool:
        return any(closes(entry) and item_of(entry.body) == item for entry in self._entries)

    def _turn(self, part: MockPart, item: ItemId) -> Turn | None:
        if self.turn is None or self.turn.ask.item != item:
            self.turn = None if item in self._lost else self._opened(part, item)
            self._tries = 0
        return self.turn

    def _opened(self, part: MockPart, item: ItemId) -> Turn | None:
        """Open a question, the same way whenever this interview is taken up again; None if that can't be."""
        try:
            return turn_of(self.desk.library, self.plan.mock, part, item)
        except KeyError as gone:
            missing = f"`{gone.args[0]}` is in no bank any more"
            self._lose(item, f"{missing}; the interview goes on without `{item}`")
        except (ContentError, DrawProblem) as error:
            self._lose(item, str(error))
        return None

    def _lose(self, item: ItemId, problem: str) -> None:
        self._lost.add(item)
        self.problems.append(problem)

    def _follow_up(self, item: ItemId, answer: Answered) -> FollowTurn | None:
        row = self.desk.library.row(item)
        question = None if row is None else self.desk.library.compiled(item).question
        if not isinstance(question, Open):
            return None
        bodies = (entry.body for entry in self._entries)
        asked = [body.number for body in bodies if isinstance(body, FollowedUp) and body.item == item]
        follow_up = next_follow_up(question, answer.ticks, asked)
        return None if follow_up is None else FollowTurn(question, follow_up)

    def answer(self, given: Given) -> Outcome:
        """Mark the open turn's answer and put it on disk; after a retry the turn stays."""
        turn = self.turn
        if turn is None:
            raise RuntimeError("no ask is open: call next() first")
        given = given._replace(tries=self._tries, seconds=capped(given.seconds))
        outcome = take(self.desk, turn.compiled.question, turn.ask, given, longest=None, test=self.plan.mock)
        if outcome.entry is None:
            self._tries += outcome.mark.helped
            return outcome
        self._entries.append(outcome.entry)
        self.turn = None
        return outcome

    def step_before(self) -> str:
        """Return what the next step of a sizing problem goes on with; elsewhere nothing is told."""
        if self.part is None or self.part.name != SIZING:
            return ""
        answers = [body for item in self.part.items if (body := self.answer_to(item))]
        if not answers:
            return ""
        ask, verdict = answers[-1].ask, "right" if answers[-1].right else "wrong"
        question = self.desk.library.compiled(ask.item).question
        if not still_fits(question, ask):
            # edited since: its numbers are no longer those of the next step
            return ""
        return f"the step before: {verdict}, it is {right_answer(question, ask)}"

    def follow(self, turn: FollowTurn, text: str, *, met: bool, seconds: float) -> None:
        """Put the answer to a follow-up on disk."""
        number = turn.follow_up.number
        body = FollowedUp(self.plan.mock, turn.question.id, number, met, storable(text), capped(seconds))
        self._entries.append(self.desk.write(body))

    def look(self) -> None:
        """Take in what was done to the kata meanwhile."""
        known = {entry.id for entry in self._entries}
        self._entries += [entry for entry in self._later(_KATA_TAGS) if entry.id not in known]

    def has_started(self, slug: str) -> bool:
        """Whether the kata was begun in this interview."""
        item, bodies = kata_item(slug), (entry.body for entry in self._entries)
        return any(isinstance(body, KataStarted) and body.item == item for body in bodies)

    def leave_out(self) -> None:
        """Go on without the kata: it stays open, and the interview ends."""
        self._leaves_kata = True

    def end(self, *, early: bool) -> None:
        """Put on disk that the interview is over."""
        self.desk.write(MockEnded(self.plan.mock, early))

    def seconds_in(self, part: MockPart) -> float:
        """Return how long the answers of a part took so far."""
        bodies = [entry.body for entry in settled(self._entries)]
        return sum(capped(body.seconds) for body in bodies if _is_said(body) and item_of(body) in part.items)

    def has_begun(self) -> bool:
        """Whether anything was answered."""
        return any(isinstance(entry.body, Answered) for entry in self._entries)


def _is_said(body: Payload) -> TypeGuard[Answered | FollowedUp]:
    return isinstance(body, Answered | FollowedUp)
