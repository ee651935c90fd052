"""The rule towards an interview: what a day may hold, by how far off the interview is.

Leaves out how many items that makes (plan.py) and what comes of following it (campaign.py).
"""

from collections.abc import Collection
from datetime import date, timedelta

# from so many days before the interview on nothing new is begun: it would not be met often enough
LAST_DAYS = 3
# a mock interview lies so many days before the interview
MOCKS_BEFORE = (7, 2)
# a mock counts in the place of one that is planned for up to so many days later
_COUNTS_LATER = 3


def days_left(interview: date | None, day: date) -> int | None:
    """Return the days from a day up to the interview; None without one or when it has passed."""
    return None if interview is None or interview < day else (interview - day).days


def in_last_days(interview: date | None, day: date) -> bool:
    """Return whether a day is among the last before the interview, or is the interview's own."""
    left = days_left(interview, day)
    return left is not None and left <= LAST_DAYS


def days_for_new(left: int) -> int:
    """Return on how many of the days left something new may be begun."""
    return max(0, left - LAST_DAYS)


def brings_new_kata(interview: date | None, day: date, *, unseen: int, last: date | None) -> bool:
    """Return whether a day may bring a new kata, so that those `unseen` are spread over the days for them.

    `last` is the day of the newest kata that was new. Without an interview ahead every day may.
    """
    left = days_left(interview, day)
    if left is None:
        return True
    days = days_for_new(left)
    return days > 0 and (last is None or (day - last).days >= days // max(1, unseen))


def mock_days(interview: date | None, *, today: date, done: Collection[date]) -> list[date]:
    """Return the days from today on with a mock interview; `done` are the days of those that were.

    One that was missed moves to today while the next one leaves it room: else that would count for both.
    """
    if interview is None:
        return []
    slots = [interview - timedelta(days=before) for before in MOCKS_BEFORE]
    ends = [*(slot - timedelta(days=_COUNTS_LATER + 1) for slot in slots[1:]), slots[-1]]
    found = []
    for slot, end in zip(slots, ends, strict=True):
        is_done = any(slot - timedelta(days=_COUNTS_LATER) <= day <= end for day in done)
        if not is_done and max(slot, today) <= end:
            found.append(max(slot, today))
    return found
