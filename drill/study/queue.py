"""What to ask today and in which order; and what comes back within a sitting.

Leaves out where items come from (sessions). Pure lists in, lists out.
"""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import islice
from math import inf
from typing import NamedTuple

from drill.study.question import ItemId, Topic

# a missed item comes back when at least this many others were asked, at most this many times a day
RETURN_GAP = 5
RETURNS = 3
# how far ahead to look for an item of another topic; a longer look would undo the order by recall
_LOOKAHEAD = 12
_HORIZON_DAYS = 365


class Candidate(NamedTuple):
    """An item that could be asked: `recall` is None for a new one, `groups` are its outline keys.

    `sure_miss` while it is sure and wrong: missed by someone sure of it, not right on a later day since.
    """

    item: ItemId
    topic: Topic
    groups: frozenset[str] = frozenset()
    recall: float | None = None
    missed_last: bool = False
    sure_miss: bool = False


def rank_due(due: Iterable[Candidate]) -> list[Candidate]:
    """Return due items: sure and wrong first, then those missed when last asked, then by falling recall.

    The best remembered come first because a review of them loses least: when time runs out, what is
    left over was mostly forgotten already. Ties by id, so that an order can be had again.
    """
    return sorted(due, key=lambda c: (not c.sure_miss, not c.missed_last, -(c.recall or 0.0), c.item))


def rank_cram(items: Iterable[Candidate]) -> list[Candidate]:
    """Return items: sure and wrong first, then those never answered, then by rising recall."""
    return sorted(items, key=lambda c: (not c.sure_miss, -1.0 if c.recall is None else c.recall, c.item))


def mix(reviews: Sequence[Candidate], new: Sequence[Candidate]) -> list[Candidate]:
    """Return both lists as one: first what is sure and wrong, then topics mixed, new ones spread evenly."""
    first = [candidate for candidate in reviews if candidate.sure_miss]
    others = [candidate for candidate in reviews if not candidate.sure_miss]
    return [*interleave(first), *interleave(weave(others, new))]


def weave(reviews: Sequence[Candidate], new: Sequence[Candidate]) -> list[Candidate]:
    """Return both lists as one, each in its order, the new ones spread evenly."""
    placed = [
        ((place + 0.5) / len(part), part is new, c) for part in (reviews, new) for place, c in enumerate(part)
    ]
    return [c for _, _, c in sorted(placed, key=lambda p: p[:2])]


def interleave(items: Sequence[Candidate]) -> list[Candidate]:
    """Return items with topics mixed and siblings (a shared outline key) apart, where that can be."""
    waiting = list(items)
    left = Counter(candidate.topic for candidate in items)
    placed: list[Candidate] = []
    while waiting:
        last = placed[-1] if placed else None
        best = min(_choices(waiting, left, last), key=lambda place: (_closeness(last, waiting[place]), place))
        placed.append(waiting.pop(best))
        left[placed[-1].topic] -= 1
    return placed


def _choices(waiting: Sequence[Candidate], left: Mapping[Topic, int], last: Candidate | None) -> list[int]:
    """Return the places that may come next: those near the front, or of the topic that can't wait."""
    # a topic that is more than half of what waits ends back to back, unless it takes every other place
    urgent = next((topic for topic, count in left.items() if 2 * count > len(waiting)), None)
    if urgent is None or (last is not None and last.topic == urgent):
        return list(range(min(len(waiting), _LOOKAHEAD)))
    places = (place for place, candidate in enumerate(waiting) if candidate.topic == urgent)
    return list(islice(places, _LOOKAHEAD))


def _closeness(last: Candidate | None, candidate: Candidate) -> int:
    if last is None:
        return 0
    if last.groups & candidate.groups:
        return 2
    return int(last.topic == candidate.topic)


def spread_topics(new: Sequence[Candidate], topics: Sequence[Topic]) -> list[Candidate]:
    """Return new items round robin over the topics, each topic's in its given order."""
    lanes: dict[Topic, deque[Candidate]] = {topic: deque() for topic in topics}
    for candidate in new:
        lanes.setdefault(candidate.topic, deque()).append(candidate)
    taken: list[Candidate] = []
    while any(lanes.values()):
        taken.extend(lane.popleft() for lane in lanes.values() if lane)
    return taken


class Portion(NamedTuple):
    """How many reviews and new items a day takes."""

    reviews: int
    new: int


def portion(room: int, *, due: int, new: int) -> Portion:
    """Return a day's portion: of so many answers reviews come first, new items get what is left."""
    reviews = min(due, max(0, room))
    return Portion(reviews, max(0, min(new, room - reviews)))


def fits(seconds: float, *, seconds_per_answer: float) -> int:
    """Return how many answers fit into the time, at least one."""
    return max(1, int(seconds / seconds_per_answer))


def backlog_gone(left_over: int, *, today: date, a_day: int, load: Mapping[date, int]) -> date | None:
    """Return the study day on which a backlog is worked off; None beyond a year.

    `a_day` is how many reviews are done a day, `load` how many more fall due on each day.
    """
    for ahead in range(1, _HORIZON_DAYS + 1):
        day = today + timedelta(days=ahead)
        left_over = max(0, left_over + load.get(day, 0) - a_day)
        if left_over == 0:
            return day
    return None


class Returns:
    """Items missed in this sitting, each waiting until RETURN_GAP others were asked.

    `asked` counts the asks so far; an item missed at ask n may be the ask n + RETURN_GAP + 1.
    """

    def __init__(self) -> None:
        """Begin with nothing missed and nothing asked."""
        self.asked = 0
        self._ready: dict[ItemId, int] = {}

    def count_ask(self) -> None:
        """Count one more ask."""
        self.asked += 1

    def undo_ask(self) -> None:
        """Take back the newest ask, if any was counted: the gap of what waits grows by it."""
        self.asked = max(0, self.asked - 1)

    def missed(self, item: ItemId, misses_today: int) -> bool:
        """Take up a missed item; False when it has come back often enough today."""
        self._ready.pop(item, None)
        if misses_today > RETURNS:
            return False
        self._ready[item] = self.asked + RETURN_GAP
        return True

    def drop(self, item: ItemId) -> None:
        """Forget an item: it was answered right, undone or set aside."""
        self._ready.pop(item, None)

    def ready(self) -> ItemId | None:
        """Return the item that has waited longest past its gap, if one may come."""
        item = min(self._ready, key=lambda i: self._ready[i], default=None)
        return item if item is not None and self._ready[item] <= self.asked else None

    def will_come(self, item: ItemId, others: int, *, within: float = inf) -> bool:
        """Whether a missed item comes back within so many asks, when `others` items are left besides."""
        return self._places(others).get(item, inf) < within

    def coming(self, others: int) -> int:
        """Return how many will come back when `others` items are left besides."""
        return len(self._places(others))

    def _places(self, others: int) -> dict[ItemId, int]:
        """Return, for each item that will come back, how many asks come before it."""
        places: dict[ItemId, int] = {}
        for item in sorted(self._ready, key=lambda i: self._ready[i]):
            gap = self._ready[item] - self.asked
            # an earlier return is an ask like any other: it helps to fill the gap
            if gap <= others + len(places):
                places[item] = max(gap, 1 + max(places.values(), default=-1))
        return places
