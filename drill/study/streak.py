"""How many study days in a row have an answer, looked at from any place and at any hour.

Leaves out where answers are kept (sessions).
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta

_LONGEST = 3650
_WHOLE_DAY = timedelta(hours=24)
# between two answers less than 24 hours apart a journey from UTC-12 to UTC+14 can skip two dates
_FARTHEST = 3
# and one the other way leaves answers on dates that have not come yet where one is now
_AHEAD = 2


def streak_length(
    today: date,
    now: datetime,
    *,
    has: Callable[[date], bool],
    instants: Callable[[date], Sequence[datetime]],
) -> int:
    """Return the length of the row that ends today, or yesterday while today has no answer yet.

    `has` tells whether a day has answers that count, `instants` when they were given. Days without any do
    not break the row where less than 24 hours lie between the answers around them: a date line was crossed
    or the rollover moved, and there was no whole day. An answer of the future (the clock was wrong) is none.
    """
    last = _last_day(today, now, has=has, instants=instants)
    length = 0
    while last is not None and length < _LONGEST:
        length += 1
        last = _day_before(last, has=has, instants=instants)
    return length


def _last_day(
    today: date,
    now: datetime,
    *,
    has: Callable[[date], bool],
    instants: Callable[[date], Sequence[datetime]],
) -> date | None:
    for ahead in range(_AHEAD, -_FARTHEST - 1, -1):
        day = today + timedelta(days=ahead)
        if not has(day):
            continue
        if ahead in {0, -1}:
            return day
        gap = now - (min(instants(day)) if ahead > 0 else max(instants(day)))
        if timedelta(0) <= gap < _WHOLE_DAY:
            return day
    return None


def _day_before(
    day: date, *, has: Callable[[date], bool], instants: Callable[[date], Sequence[datetime]]
) -> date | None:
    for back in range(1, _FARTHEST + 1):
        earlier = day - timedelta(days=back)
        if has(earlier):
            joined = back == 1 or min(instants(day)) - max(instants(earlier)) < _WHOLE_DAY
            return earlier if joined else None
    return None
