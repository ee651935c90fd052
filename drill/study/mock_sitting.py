"""A mock interview as the journal has it: its plan, its end, how well each of its items was answered.

Leaves out reading the journal (sessions/mocks/reporting.py) and what was asked (sessions/mocks/shown.py).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from drill.study.evidence import kata_score
from drill.study.journal import (
    Answered,
    DeviceId,
    Entry,
    EntryId,
    FollowedUp,
    GaveUp,
    HintTaken,
    KataStarted,
    MockEnded,
    MockStarted,
    Submitted,
)
from drill.study.kata import HINTS, closes, open_attempt, slug_of
from drill.study.mock import capped, kata_seconds
from drill.study.question import ItemId

# a pass that was late is worth as much
_LEFT = 0.5
_WORK = (KataStarted, HintTaken, Submitted, GaveUp)


class Sitting(NamedTuple):
    """One interview: the entry that began it and the one that ended it, None while it is open.

    `until` is the last entry of its time: its end, or else the start of the machine's next interview.
    """

    plan: MockStarted
    started: Entry
    ended: Entry | None = None
    until: Entry | None = None

    @property
    def is_finished(self) -> bool | None:
        """Whether it was played to its end; None while it is open."""
        body = None if self.ended is None else self.ended.body
        return not body.early if isinstance(body, MockEnded) else None

    def holds(self, entry: Entry) -> bool:
        """Whether an entry was written in its time."""
        is_late = self.until is not None and order_of(entry) > order_of(self.until)
        return order_of(entry) > order_of(self.started) and not is_late


def order_of(entry: Entry) -> tuple[int, DeviceId, EntryId]:
    """Return an entry's place in the journal's order."""
    return (entry.counter, entry.device, entry.id)


def sittings(entries: Iterable[Entry]) -> list[Sitting]:
    """Return all interviews, the oldest first, from their starts and ends in the journal's order.

    Joined journals may have two ends of one: the first counts.
    """
    found: list[Sitting] = []
    for entry in entries:
        if isinstance(entry.body, MockStarted):
            found = [_cut(sitting, entry) for sitting in found]
            found.append(Sitting(entry.body, entry))
        elif isinstance(entry.body, MockEnded):
            found = [_ended(sitting, entry, entry.body.mock) for sitting in found]
    return found


def _cut(sitting: Sitting, following: Entry) -> Sitting:
    is_next = sitting.until is None and sitting.started.device == following.device
    return sitting._replace(until=following) if is_next else sitting


def _ended(sitting: Sitting, end: Entry, mock: str) -> Sitting:
    if sitting.ended is not None or sitting.plan.mock != mock:
        return sitting
    return sitting._replace(ended=end, until=sitting.until or end)


def answer_in(sitting: Sitting, of_item: Iterable[Entry]) -> Answered | None:
    """Return the answer to a question that counts, the last one, from the item's settled entries."""
    bodies = (entry.body for entry in of_item)
    answers = [body for body in bodies if isinstance(body, Answered) and body.test == sitting.plan.mock]
    return answers[-1] if answers else None


def follow_ups_in(sitting: Sitting, of_item: Iterable[Entry]) -> list[FollowedUp]:
    """Return the follow-ups that were asked after a question's answer."""
    bodies = (entry.body for entry in of_item)
    return [body for body in bodies if isinstance(body, FollowedUp) and body.mock == sitting.plan.mock]


def score_in(sitting: Sitting, item: ItemId, of_item: Sequence[Entry]) -> float | None:
    """Return how well an item went, 0 to 1; None where it was not reached."""
    if slug_of(item) is not None:
        return _kata_score(sitting, of_item)
    answer = answer_in(sitting, of_item)
    return None if answer is None else answer.score


def _kata_score(sitting: Sitting, of_item: Sequence[Entry]) -> float | None:
    """Return how well a kata went: what was passed or given up as `kata_score` has it.

    What was begun and left gets half the share of hidden checks that its best submission passed, a third
    of it less for each hint: never more than a late pass.
    """
    inside = list(_tried(sitting, of_item))
    if not inside:
        return None
    attempt = [*_carried(sitting, of_item), *inside]
    if closes(attempt[-1]):
        return kata_score(attempt)
    opened = open_attempt(attempt)
    hints = 0 if opened is None else opened.hints
    return (1 - hints / HINTS) * _LEFT * max(map(_share, inside))


def _share(entry: Entry) -> float:
    body = entry.body
    return body.passed / body.checks if isinstance(body, Submitted) and body.checks else 0.0


def _tried(sitting: Sitting, of_item: Iterable[Entry]) -> Iterator[Entry]:
    """Yield what was done to a kata in an interview's time, up to what closed it."""
    for entry in of_item:
        if isinstance(entry.body, _WORK) and sitting.holds(entry):
            yield entry
            if closes(entry):
                return


def _carried(sitting: Sitting, of_item: Iterable[Entry]) -> list[Entry]:
    """Return what was done before to an attempt that was open when an interview began."""
    before = [entry for entry in of_item if order_of(entry) < order_of(sitting.started)]
    closed = max((place for place, entry in enumerate(before) if closes(entry)), default=-1)
    return before[closed + 1 :]


def seconds_in(sitting: Sitting, item: ItemId, of_item: Sequence[Entry]) -> float:
    """Return how long an item took; a kata that was left, until the interview was played to its end."""
    if slug_of(item) is None:
        answer, followed = answer_in(sitting, of_item), follow_ups_in(sitting, of_item)
        answered = 0.0 if answer is None else capped(answer.seconds)
        return answered + sum(capped(body.seconds) for body in followed)
    tried = list(_tried(sitting, of_item))
    was_left = bool(tried) and not closes(tried[-1]) and sitting.is_finished
    return kata_seconds([*tried, *([sitting.ended] if was_left and sitting.ended else [])])
