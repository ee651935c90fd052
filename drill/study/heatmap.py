"""A year of study days as columns of weeks, and how dark a day is.

Leaves out drawing it (ui).
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from drill.study.tally import Answer

WEEKS = 53
LEVELS = 4
# one long day must not make all others pale
_USUAL_SHARE = 0.9


class Week(NamedTuple):
    """Answers on the seven days from a Monday on; None for a day that has not come yet."""

    monday: date
    counts: tuple[int | None, ...]


def answers_by_day(answers: Iterable[Answer]) -> Mapping[date, int]:
    """Return how many answers each study day has, days without any left out."""
    return Counter([answer.day for answer in answers])


def monday_of(day: date) -> date:
    """Return the Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def weeks_until(last: date, counts: Mapping[date, int], *, weeks: int = WEEKS) -> list[Week]:
    """Return so many weeks, the one that holds `last` at the end."""
    first = monday_of(last) - timedelta(weeks=weeks - 1)
    return [_week(first + timedelta(weeks=number), last, counts) for number in range(weeks)]


def _week(monday: date, last: date, counts: Mapping[date, int]) -> Week:
    days = [monday + timedelta(days=ahead) for ahead in range(7)]
    return Week(monday, tuple(counts.get(day, 0) if day <= last else None for day in days))


def step_of(weeks: Iterable[Week]) -> int:
    """Return how many answers make a day one level darker, so that a long day reaches the last level."""
    busy = sorted(count for week in weeks for count in week.counts if count)
    usual = busy[int(_USUAL_SHARE * (len(busy) - 1))] if busy else 0
    return max(1, -(-usual // LEVELS))


def level(count: int, *, step: int) -> int:
    """Return how dark a day is: 0 without an answer, LEVELS at most."""
    return min(LEVELS, -(-count // step))
