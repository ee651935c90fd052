"""What goes wrong most: items missed again and again, and wrong answers that felt sure.

Leaves out drawing them (ui).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from drill.study.journal import Rating
from drill.study.question import ItemId
from drill.study.record import Record
from drill.study.sure import is_sure, sure_miss_after
from drill.study.tally import Answer


class SureMiss(NamedTuple):
    """An item missed by someone sure of the answer: the last time, how often.

    `right_since` once it was right on a later day.
    """

    item: ItemId
    day: date
    times: int
    right_since: bool


class HardItem(NamedTuple):
    """An item that was missed: on how many days, how often in all, its stability in days, whether aside."""

    item: ItemId
    lapses: int
    misses: int
    stability: float | None
    aside: bool


def sure_and_wrong(answers: Iterable[Answer]) -> list[SureMiss]:
    """Return the items missed when sure, from answers in the journal's order.

    First come those not right since, and of both the newest miss.
    """
    found: dict[ItemId, SureMiss] = {}
    for answer in answers:
        before = found.get(answer.item)
        if not answer.right and is_sure(answer.confidence):
            # taken out first, so that the order is that of the last misses
            found.pop(answer.item, None)
            times = 1 if before is None else before.times + 1
            found[answer.item] = SureMiss(answer.item, answer.day, times, right_since=False)
        elif before is not None and not before.right_since:
            found[answer.item] = before._replace(right_since=_is_mended(before.day, answer))
    newest_first = list(found.values())[::-1]
    return sorted(newest_first, key=lambda miss: miss.right_since)


def _is_mended(missed: date, answer: Answer) -> bool:
    after = sure_miss_after(missed, day=answer.day, right=answer.right, confidence=answer.confidence)
    return after is None


def misses_by_item(answers: Iterable[Answer]) -> Mapping[ItemId, int]:
    """Return how often each item was missed, items never missed left out."""
    again = Rating.AGAIN
    return Counter([answer.item for answer in answers if answer.rating is again])


def hardest(records: Mapping[ItemId, Record], misses: Mapping[ItemId, int]) -> list[HardItem]:
    """Return the items ever missed: most lapses first, then most misses, then the least stable."""
    items = [
        HardItem(
            item,
            record.lapses,
            misses[item],
            record.memory.stability if record.memory else None,
            record.is_aside,
        )
        for item, record in records.items()
        if misses.get(item)
    ]
    return sorted(items, key=lambda hard: (-hard.lapses, -hard.misses, hard.stability or 0.0, hard.item))
