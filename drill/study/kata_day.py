"""Which katas a day holds: the attempts that are open, those due within the day's minutes, else a new one.

Leaves out where they come from (sessions/katas.py) and what an attempt is (kata.py).
"""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from drill.study.countdown import brings_new_kata
from drill.study.overview import TodayKata
from drill.study.record import Record


class Shelved(NamedTuple):
    """A kata as it stands: its minutes when new and in a review, and whether an attempt is open."""

    slug: str
    minutes: float
    review_minutes: float
    record: Record
    is_open: bool = False

    @property
    def is_new(self) -> bool:
        """Whether it was never closed and is not set aside."""
        return self.record.first_day is None and not self.record.is_aside

    def is_due(self, day: date) -> bool:
        """Whether it is to be done again by a study day."""
        return self.record.due is not None and self.record.due <= day and not self.record.is_aside


def katas_on(day: date, katas: Sequence[Shelved], *, left: float, interview: date | None) -> list[TodayKata]:
    """Return the katas of a study day with `left` minutes for them; `katas` are in the order of learning.

    The open ones come whatever the time; a new one when nothing waits and its turn has come.
    """
    found = [TodayKata(kata.slug, kata.minutes, "open") for kata in katas if kata.is_open]
    left -= sum(offer.minutes for offer in found)
    waiting = sorted(
        (kata for kata in katas if kata.is_due(day)), key=lambda kata: (kata.record.due, kata.slug)
    )
    for kata in waiting:
        if left > 0 and not kata.is_open:
            found.append(TodayKata(kata.slug, kata.review_minutes, "due"))
            left -= kata.review_minutes
    return found or ([] if waiting or left <= 0 else _new(day, katas, interview))


def _new(day: date, katas: Sequence[Shelved], interview: date | None) -> list[TodayKata]:
    new = [kata for kata in katas if kata.is_new]
    begun = [kata.record.first_day for kata in katas if kata.record.first_day is not None]
    if not brings_new_kata(interview, day, unseen=len(new), last=max(begun, default=None)):
        return []
    return [TodayKata(kata.slug, kata.minutes, "new") for kata in new[:1]]
