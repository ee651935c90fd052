"""Which day an item comes back: near its interval, on the day with the least to do.

Leaves out memory (memory.py). The day chosen is recorded in the entry, so no fold depends on the load.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from random import Random

# share of the interval that may be moved, by stretch of days, as Anki does
_STRETCHES = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.10), (20.0, float("inf"), 0.05))


def reach(days: float) -> float:
    """Return how many days an interval may be moved to either side."""
    if days < _STRETCHES[0][0]:
        return 0.0
    return 1.0 + sum(share * max(0.0, min(days, end) - start) for start, end, share in _STRETCHES)


def due_days(day: date, days: float, *, longest: int) -> list[date]:
    """Return the days on which an item may come back, at least one, none beyond `longest` (>= 1) days."""
    # cut first: else all that reaches past the longest interval would pile up on its one last day
    days = min(days, longest)
    nearest = max(1, round(days))
    low = max(1, min(round(days - reach(days)), nearest))
    # only an interval that reaches past tomorrow may be moved: 1 stays 1
    low = max(low, 2) if nearest > 1 else low
    high = max(nearest, min(round(days + reach(days)), longest))
    return [day + timedelta(days=ahead) for ahead in range(low, high + 1)]


def lightest(allowed: Sequence[date], load: Mapping[date, int], rng: Random) -> date:
    """Return the day with the least load among those allowed, at least one; ties fall to chance."""
    least = min(load.get(day, 0) for day in allowed)
    return rng.choice([day for day in allowed if load.get(day, 0) == least])
