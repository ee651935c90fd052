"""What the days to come hold: reviews by their due days, those that follow from them, new items by the plan.

Leaves out what is asked of it (queue.py): a forecast is the load, whatever the minutes a day.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

from drill.study.calendar import days_between
from drill.study.countdown import in_last_days
from drill.study.journal import Rating
from drill.study.memory import Memory, after, interval
from drill.study.record import Record
from drill.study.weights import DEFAULT, Weights

FORECAST_DAYS = 30


class DayLoad(NamedTuple):
    """One day: `scheduled` items due by then, `returns` of items known before in this window, `new` items."""

    day: date
    scheduled: int
    returns: int
    new: int

    @property
    def items(self) -> int:
        """How many items the day holds."""
        return self.scheduled + self.returns + self.new


class Terms(NamedTuple):
    """What a forecast goes by: of `unseen` items `new_a_day` are begun, today the `new_today` still left.

    None is begun in the last days before an `interview`.
    """

    today: date
    retention: float
    longest: int
    unseen: int
    new_a_day: int
    new_today: int
    weights: Weights = DEFAULT
    days: int = FORECAST_DAYS
    interview: date | None = None

    @property
    def last(self) -> date:
        """The last day of the window."""
        return self.today + timedelta(days=self.days - 1)


def forecast(records: Iterable[Record], terms: Terms) -> list[DayLoad]:
    """Return the load of each day from today on. What is overdue is today's; what is set aside is nobody's.

    Each item is taken to be known when it comes, on its day: what is missed comes on top.
    """
    scheduled: Counter[date] = Counter()
    returns: Counter[date] = Counter()
    for record in records:
        day = _first_ask(record, terms)
        if day is not None:
            scheduled[day] += 1
            returns.update(comebacks(record.memory, record.last_day, day, terms))
    new = new_by_day(terms)
    for day, count in new.items():
        for back in comebacks(None, None, day, terms):
            returns[back] += count
    days = (terms.today + timedelta(days=ahead) for ahead in range(terms.days))
    return [DayLoad(day, scheduled[day], returns[day], new.get(day, 0)) for day in days]


def _first_ask(record: Record, terms: Terms) -> date | None:
    if record.due is None or record.is_aside or record.due > terms.last:
        return None
    return max(record.due, terms.today)


def new_by_day(terms: Terms) -> dict[date, int]:
    """Return how many items are begun on each day of the window, until none is left."""
    left, begun = terms.unseen, {}
    for ahead in range(terms.days):
        day = terms.today + timedelta(days=ahead)
        wanted = 0 if in_last_days(terms.interview, day) else terms.new_a_day if ahead else terms.new_today
        begun[day] = min(left, wanted)
        left -= begun[day]
    return begun


def comebacks(memory: Memory | None, last: date | None, day: date, terms: Terms) -> Iterator[date]:
    """Yield the days in the window on which an item asked on `day` comes again, if known each time."""
    while True:
        elapsed = 0 if last is None else days_between(last, day)
        memory = after(memory, Rating.GOOD, elapsed=elapsed, weights=terms.weights)
        days = round(interval(memory, retention=terms.retention))
        last, day = day, day + timedelta(days=max(1, min(days, terms.longest)))
        if day > terms.last:
            return
        yield day
