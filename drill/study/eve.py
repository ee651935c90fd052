"""The evening before an interview: what is gone over first, within the minutes there are.

Leaves out what stands in each part (sessions) and the asking (quiz).
"""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from drill.study.question import ItemId

# to read the key points of an answer, and say them once aloud
SECONDS_TO_READ = 40.0


class Parts(NamedTuple):
    """The items of the evening: missed when sure, leeches, with a note or bookmark, least likely known."""

    sure: Sequence[ItemId]
    leeches: Sequence[ItemId]
    marked: Sequence[ItemId]
    weakest: Sequence[ItemId]

    @property
    def items(self) -> list[ItemId]:
        """All of them, in the order of asking."""
        return [item for part in self for item in part]


class Eve(NamedTuple):
    """What the first page of the evening says: `interview` is None without one ahead."""

    today: date
    interview: date | None
    parts: Parts
    answers: int
    minutes: int

    @property
    def day(self) -> date:
        """The day for which recall is reckoned."""
        return day_of(self.interview, today=self.today)


def day_of(interview: date | None, *, today: date) -> date:
    """Return the day to be ready for: that of an interview ahead, else tomorrow."""
    if interview is None or interview < today:
        return today + timedelta(days=1)
    return interview


def within(parts: Iterable[Iterable[ItemId]], room: int) -> Parts:
    """Return the parts with each item once, where it stands first, and `room` items in all."""
    taken: dict[ItemId, None] = {}
    kept: list[list[ItemId]] = []
    for part in parts:
        fresh = [item for item in dict.fromkeys(part) if item not in taken][: max(0, room - len(taken))]
        taken |= dict.fromkeys(fresh)
        kept.append(fresh)
    return Parts(*kept)
