"""A sitting as a state machine: next() gives what to show, answer() takes what was given.

Leaves out the terminal. Each answer is on disk when answer() returns, so a sitting can end anywhere.
"""

from collections import deque
from math import inf
from random import Random
from typing import NamedTuple

from drill.content.library import Compiled
from drill.errors import ContentError
from drill.sessions.agenda import Agenda, Wishes, askable, build_agenda
from drill.sessions.answering import Given, Outcome, rerate, take
from drill.sessions.desk import Desk
from drill.sessions.sheet import new_ask
from drill.sessions.undoing import undo_last
from drill.study.ask import Ask
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
    item_of,
)
from drill.study.marking import Mark
from drill.study.question import ItemId
from drill.study.queue import Returns
from drill.study.record import Record, settled
from drill.study.sure import is_sure
from drill.study.text import storable


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
    is_sure_miss: bool


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
        self.problems: list[str] = []
        self.turn: Turn | None = None
        self._rng = rng
        self._reasks = reasks and not wishes.cram
        self._waiting = deque(candidate.item for candidate in self.agenda.items)
        self._returns = Returns()
        self._tries = 0
        if self._reasks:
            self._take_up_misses()

    def _take_up_misses(self) -> None:
        """Count today's earlier asks, and let what was missed come back after its gap."""
        rows = askable(self.desk, self.wishes)
        for entry in settled(self.desk.journal.entries(day=self.desk.today)):
            if isinstance(entry.body, Answered) and entry.body.due is not None:
                self._returns.count_ask()
                item = entry.body.ask.item
                if item in rows:
                    self._rated(item, entry.body.rating, self.desk.record(item))

    def _rated(self, item: ItemId, rating: Rating, record: Record) -> None:
        """Let an item come back once more if it was missed."""
        if self._reasks and rating == Rating.AGAIN and not record.is_aside:
            self._returns.missed(item, record.misses_today)
        else:
            self._returns.drop(item)

    @property
    def total(self) -> int:
        """How many asks this sitting has, as far as is known now."""
        return self._total(is_open=self.turn is not None)

    def _total(self, *, is_open: bool) -> int:
        others = len(self._waiting) + is_open
        asks = len(self.tallies) + others + self._returns.coming(others)
        return asks if self.wishes.limit is None else min(asks, self.wishes.limit)

    def next(self) -> Turn | None:
        """Return the next ask, or None at the end. An ask not yet answered is returned again."""
        if self.turn is None and len(self.tallies) != self.wishes.limit:
            self._advance()
        return self.turn

    def _advance(self) -> None:
        """Open the next turn; an item that can't be drawn is set aside, and the sitting goes on."""
        while self.turn is None:
            returning = self._returns.ready()
            item = returning or (self._waiting.popleft() if self._waiting else None)
            if item is None:
                return
            self._returns.drop(item)
            try:
                self.turn = self._turn(item, is_return=returning is not None)
            except ContentError as error:
                self.problems.append(str(error))

    def _turn(self, item: ItemId, *, is_return: bool) -> Turn:
        compiled = self.desk.library.compiled(item)
        ask = new_ask(compiled, self._rng)
        self._tries = 0
        is_new = self.desk.record(item).answers == 0
        return Turn(compiled, ask, len(self.tallies) + 1, self._total(is_open=True), is_new, is_return)

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
        if outcome.entry is None or outcome.record is None:
            self._tries += outcome.mark.helped
            return outcome
        self.tallies.append(_tally(turn, outcome.entry, outcome.mark, given))
        self._returns.count_ask()
        self._rated(turn.ask.item, outcome.rating, outcome.record)
        self.turn = None
        return outcome

    def comes_back(self, item: ItemId) -> bool:
        """Whether a missed item will be asked once more in this sitting."""
        limit = self.wishes.limit
        left = inf if limit is None else limit - len(self.tallies)
        return self._returns.will_come(item, len(self._waiting), within=left)

    def rate(self, outcome: Outcome, rating: Rating) -> Outcome:
        """Give the answer just taken another rating."""
        if outcome.entry is None or self.wishes.cram:
            return outcome
        rated = rerate(self.desk, outcome, rating, longest=self.agenda.longest_interval)
        item = item_of(outcome.entry.body)
        if item is not None and rated.record is not None:
            self._rated(item, rating, rated.record)
        return rated

    def undo(self) -> Entry | None:
        """Undo the newest answer, of an earlier sitting too, and ask its item again; None without one."""
        entry = undo_last(self.desk)
        if entry is None or not isinstance(entry.body, Answered):
            return None
        if entry.body.due is not None:
            self._returns.undo_ask()
        self.tallies = [tally for tally in self.tallies if tally.entry != entry.id]
        if self.turn is not None:
            self._waiting.appendleft(self.turn.ask.item)
            self.turn = None
        self.bring_forward(entry.body.ask.item)
        return entry

    def bring_forward(self, item: ItemId) -> None:
        """Ask an item next, in this sitting's turn or out of it; one set aside or kept for exams is not."""
        self._forget(item)
        row = self.desk.library.row(item)
        if row is not None and row.pool == "daily" and not self.desk.record(item).is_aside:
            self._waiting.appendleft(item)

    def _forget(self, item: ItemId) -> None:
        self._returns.drop(item)
        if item in self._waiting:
            self._waiting.remove(item)

    def skip(self) -> None:
        """Leave the turn's item for another time."""
        self._open_turn()
        self.turn = None

    def suspend(self, item: ItemId) -> None:
        """Set an item aside until it is resumed by hand."""
        self.desk.write(Suspended(item))
        self._forget(item)
        if self.turn is not None and self.turn.ask.item == item:
            self.turn = None

    def bookmark(self, item: ItemId) -> bool:
        """Put a bookmark on an item, or take it off; returns whether it is on now."""
        on = not self.desk.record(item).bookmarked
        self.desk.write(Bookmarked(item, on))
        return on

    def note(self, item: ItemId, text: str) -> None:
        """Keep a note on an item."""
        self.desk.write(Noted(item, storable(text)))

    def doubt(self, item: ItemId, text: str) -> None:
        """Record that the learner holds the question to be wrong."""
        self.desk.write(Doubted(item, storable(text)))

    def _open_turn(self) -> Turn:
        if self.turn is None:
            raise RuntimeError("no ask is open: call next() first")
        return self.turn


def _tally(turn: Turn, entry: Entry, mark: Mark, given: Given) -> Tally:
    right = mark.verdict == "right"
    return Tally(
        entry=entry.id,
        item=turn.ask.item,
        topic=turn.compiled.question.topic,
        right=right,
        seconds=given.seconds,
        misconception=mark.misconception,
        is_sure_miss=not right and is_sure(given.confidence),
    )
