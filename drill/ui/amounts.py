"""Amounts in words: so many of a thing, a length of time, a day.

Leaves out sentences around them.
"""

from datetime import date


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, which takes an s."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def duration(seconds: float) -> str:
    """Return a length of time in hours and minutes, at least one minute unless there is none."""
    minutes = max(1, round(seconds / 60)) if seconds > 0 else 0
    hours, rest = divmod(minutes, 60)
    return f"{hours:,} h {rest:02} min" if hours else f"{rest} min"


def of_year(day: date) -> str:
    """Return a day as `10 Dec 2026`."""
    return f"{day.day} {day:%b} {day.year}"
