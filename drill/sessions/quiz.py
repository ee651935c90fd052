"""A sitting as a state machine: next() gives what to show, answer() takes what was given.

Leaves out the terminal. Each answer is on disk when answer() returns, so a sitting can end anywhere.
"""

from collections import deque
from random import Random
from typing import NamedTuple

from drill.content.library import Compiled
from drill.errors import ContentError
from drill.sessions.agenda import Agenda, Wishes, askable, build_agenda
from drill.sessions.answering import Given, Outcome, rerate, take
from drill.sessions.desk import Desk
from drill.sessions.undoing import undo_last
from drill.study.ask import Ask
from drill.study.instance import DrawProblem, draw
from drill.study.journal import (
    Answered,
    Bookmarked,
    Doubted,
    Entry,
    EntryId,
    Noted,
    PrimerRead,
    Rating,
    Suspended,
)
from drill.study.question import ItemId
from drill.study.queue import Returns
from drill.study.record import Record, undone


class Turn(NamedTuple):
    """One ask: the item, its draw, and where the sitting stands."""

    compiled: Compiled
    ask: Ask
    place: int
    total: int
    is_new: bool
    is_return: bool


class Tally(NamedTuple):
    """One answer of this sitting, for the last screen."""

    entry: EntryId
    item: ItemId
    topic: str
    right: bool
    seconds: float
    misconception: str


class Quiz:
    """One sitting over an agenda. `reasks` is off where answers are piped in."""

    def __init__(
        self, desk: Desk, wishes: Wishes, *, rng: Random, reasks: bool = True, agenda: Agenda | None = None
    ) -> None:
        """Set the agenda, and take up the misses of an earlier sitting today."""
        self.desk = desk
        self.wishes = wishes
        self.agenda = agenda or build_agenda(desk, wishes)
        self.tallies: list[Tally] = []
        self.turn: Turn | None = None
        self._rng = rng
        self._reasks = reasks and not wishes.cram
        self._waiting = deque(candidate.item for candidate in self.agenda.items)
        self._returns = Returns()
        self.before: Record = Record()
        self._tries = 0
        if self._reasks:
            self._take_up_misses()

    def _take_up_misses(self) -> None:
        """Count today's earlier asks, and let what was missed come back after its gap."""
        rows = askable(self.desk, self.wishes)
        entries = list(self.desk.journal.entries(day=self.desk.today))
        dead = undone(entries)
        answers = [
            e.body for e in entries if isinstance(e.body, Answered) and e.id not in dead and e.body.due
        ]
        for answered in answers:
            self._returns.count_ask()
            item = answered.ask.item
            if answered.right or item not in rows:
                self._returns.drop(item)
            else:
                self._returns.missed(item, self.desk.record(item).misses_today)

    @property
    def total(self) -> int:
        """How many asks this sitting has, as far as is known now."""
        return len(self.tallies) + len(self._waiting) + len(self._returns) + (self.turn is not None)

    def next(self) -> Turn | None:
        """Return the next ask, or None at the end. An ask not yet answered is returned again."""
        if self.turn is None:
            returning = self._returns.ready()
            item = returning or (self._waiting.popleft() if self._waiting else None)
            if item is None:
                return None
            if returning:
                self._returns.drop(item)
            self.turn = self._turn(item, is_return=returning is not None)
        return self.turn

    def _turn(self, item: ItemId, *, is_return: bool) -> Turn:
        compiled = self.desk.library.compiled(item)
        self.before = self.desk.record(item)
        self._tries = 0
        try:
            ask = draw(compiled.question, self._rng)
        except DrawProblem as problem:
            raise ContentError(
                f"{compiled.file}:{compiled.line}: `{item}` can't be drawn: {problem}"
            ) from problem
        is_new = self.before.answers == 0
        return Turn(compiled, ask, len(self.tallies) + 1, self.total + 1, is_new, is_return)

    def primer_due(self) -> str | None:
        """Return the topic whose primer comes before this turn: its first new item, primer never shown."""
        if self.turn is None or not self.turn.is_new or self.wishes.cram:
            return None
        topic = self.turn.compiled.question.topic
        read = self.desk.journal.entries(tags=("primer-read",))
        shown = {e.body.topic for e in read if isinstance(e.body, PrimerRead)}
        return None if topic in shown else topic

    def primer_shown(self, topic: str) -> None:
        """Record that a topic's primer was shown, or skipped."""
        self.desk.write(PrimerRead(topic))

    def answer(self, given: Given) -> Outcome:
        """Mark the turn's answer and put it on disk; after a retry the turn stays."""
        turn = self._open_turn()
        outcome = take(
            self.desk,
            turn.compiled.question,
            turn.ask,
            given._replace(tries=self._tries),
            longest=None if self.wishes.cram else self.agenda.longest_interval,
        )
        if outcome.entry is None:
            self._tries += 1
            return outcome
        self._count(turn, outcome, given.seconds)
        self.turn = None
        return outcome

    def _count(self, turn: Turn, outcome: Outcome, seconds: float) -> None:
        entry, right = outcome.entry, outcome.mark.verdict == "right"
        if entry is None:
            return
        topic = turn.compiled.question.topic
        self.tallies.append(Tally(entry.id, turn.ask.item, topic, right, seconds, outcome.mark.misconception))
        self._returns.count_ask()
        record = outcome.record
        if self._reasks and not right and record is not None and not record.is_aside:
            self._returns.missed(turn.ask.item, record.misses_today)

    def comes_back(self, item: ItemId) -> bool:
        """Whether a missed item will be asked once more in this sitting."""
        return self._returns.will_come(item, len(self._waiting))

    def rate(self, outcome: Outcome, rating: Rating) -> Outcome:
        """Give the answer just taken another rating."""
        if outcome.entry is None or self.wishes.cram:
            return outcome
        record = rerate(self.desk, outcome.entry, self.before, rating, longest=self.agenda.longest_interval)
        if rating != Rating.AGAIN:
            self._returns.drop(outcome.entry.body.ask.item)  # type: ignore[union-attr]
        return outcome._replace(rating=rating, record=record)

    def undo(self) -> Entry | None:
        """Undo the newest answer, of an earlier sitting too, and ask its item again; None without one."""
        entry = undo_last(self.desk)
        if entry is None or not isinstance(entry.body, Answered):
            return None
        item = entry.body.ask.item
        self._put_back()
        self._returns.drop(item)
        self.tallies = [tally for tally in self.tallies if tally.entry != entry.id]
        if item in self._waiting:
            self._waiting.remove(item)
        if any(row.id == item for row in self.desk.library.rows):
            self._waiting.appendleft(item)
        return entry

    def _put_back(self) -> None:
        if self.turn is not None:
            self._waiting.appendleft(self.turn.ask.item)
            self.turn = None

    def bring_forward(self, item: ItemId) -> None:
        """Ask an item next, in this sitting's turn or out of it; one that is set aside stays aside."""
        if self.desk.record(item).is_aside:
            return
        if item in self._waiting:
            self._waiting.remove(item)
        self._returns.drop(item)
        self._waiting.appendleft(item)

    def skip(self) -> None:
        """Leave the turn's item for another time."""
        self._open_turn()
        self.turn = None

    def suspend(self, item: ItemId) -> None:
        """Set an item aside until it is resumed by hand."""
        self.desk.write(Suspended(item))
        self._returns.drop(item)
        if self.turn is not None and self.turn.ask.item == item:
            self.turn = None

    def bookmark(self, item: ItemId) -> bool:
        """Put a bookmark on an item, or take it off; returns whether it is on now."""
        on = not self.desk.record(item).bookmarked
        self.desk.write(Bookmarked(item, on))
        return on

    def note(self, item: ItemId, text: str) -> None:
        """Keep a note on an item."""
        self.desk.write(Noted(item, text))

    def doubt(self, item: ItemId, text: str) -> None:
        """Record that the learner holds the question to be wrong."""
        self.desk.write(Doubted(item, text))

    def _open_turn(self) -> Turn:
        if self.turn is None:
            raise RuntimeError("no ask is open: call next() first")
        return self.turn
