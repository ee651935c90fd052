"""Study days: the local calendar date, turned over at a settable hour.

Leaves out the clock: the local time with its UTC offset is an argument.
"""

from datetime import UTC, date, datetime, timedelta

from drill.study.journal import Stamp

ROLLOVER_HOUR = 4


def study_day(local: datetime, *, rollover: int = ROLLOVER_HOUR) -> date:
    """Return the study day of a local time: 03:59 still belongs to the day before.

    Reckoned on the wall clock, so that a DST change or a long journey moves no rollover.
    """
    return (local.replace(tzinfo=None) - timedelta(hours=rollover)).date()


def stamp(local: datetime, *, rollover: int = ROLLOVER_HOUR) -> Stamp:
    """Return the stamp of an aware local time."""
    offset = local.utcoffset()
    if offset is None:
        raise ValueError("a stamp needs a local time with its UTC offset")
    minutes = round(offset.total_seconds() / 60)
    return Stamp(at=local.astimezone(UTC), offset=minutes, day=study_day(local, rollover=rollover))


def days_between(earlier: date, later: date) -> int:
    """Return whole study days from one day to another, 0 where the clock went back."""
    return max(0, (later - earlier).days)
