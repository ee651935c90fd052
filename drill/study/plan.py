"""From the interview's date and the minutes a day: how many new items, how far apart.

Leaves out what is due (queue.py).
"""

from datetime import date
from math import ceil
from typing import NamedTuple

from drill.study.countdown import days_for_new, days_left, in_last_days
from drill.study.settings import Settings

NEW_A_DAY = 10
LONGEST_INTERVAL = 365
# a new item costs its own answer and about two early reviews
_ANSWERS_PER_NEW = 3


class Plan(NamedTuple):
    """New items a day, the longest interval in days, and days left (None without a date)."""

    new_a_day: int
    longest_interval: int
    days_left: int | None


def plan_for(
    settings: Settings, *, today: date, unseen: int, seconds_per_answer: float, began: date | None = None
) -> Plan:
    """Return the plan that gets through `unseen` items in time, within the minutes a day.

    `began` is the day of the first question ever asked, None before it.
    """
    left, longest = days_left(settings.interview, today), longest_interval(settings, today=today)
    if left is None:
        return Plan(NEW_A_DAY if settings.new is None else settings.new, longest, None)
    # who begins in the last days has nothing to review: something new is all there is
    is_late = in_last_days(settings.interview, began or today)
    days = max(1, left) if is_late else days_for_new(left)
    if not days:
        return Plan(0, longest, left)
    affordable = int(settings.minutes * 60 / seconds_per_answer / _ANSWERS_PER_NEW)
    new = min(ceil(unseen / days), max(1, affordable)) if settings.new is None else settings.new
    return Plan(new, longest, left)


def longest_interval(settings: Settings, *, today: date) -> int:
    """Return the most days that an item may be put off, at least 1."""
    left = days_left(settings.interview, today)
    # half of what is left: every item is met at least once more before the day
    return LONGEST_INTERVAL if left is None else min(LONGEST_INTERVAL, max(1, left // 2))
