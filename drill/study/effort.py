"""Time spent: by week, new items against reviews, and by topic.

Leaves out katas, whose clock runs on while the terminal is closed.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from drill.study.heatmap import monday_of
from drill.study.question import ItemId, Topic
from drill.study.tally import Answer


class WeekEffort(NamedTuple):
    """The week from a Monday on: seconds, answers to items never answered before, and all other answers."""

    monday: date
    seconds: float
    new: int
    reviews: int


class TopicEffort(NamedTuple):
    """A topic's seconds and answers; `topic` is empty for items that no bank holds any more."""

    topic: Topic
    seconds: float
    answers: int


def effort_by_week(answers: Iterable[Answer]) -> list[WeekEffort]:
    """Return the weeks from the first to the last answer, empty ones too; answers in the journal's order."""
    seconds: dict[date, float] = defaultdict(float)
    new: dict[date, int] = defaultdict(int)
    counts: dict[date, int] = defaultdict(int)
    seen: set[ItemId] = set()
    for answer in answers:
        seconds[answer.day] += answer.seconds
        counts[answer.day] += 1
        if answer.item not in seen:
            seen.add(answer.item)
            new[answer.day] += 1
    return [_week(monday, days, seconds, new, counts) for monday, days in _weeks(counts)]


def _weeks(days: Iterable[date]) -> Iterable[tuple[date, list[date]]]:
    mondays = [monday_of(day) for day in days]
    if not mondays:
        return []
    first, weeks = min(mondays), (max(mondays) - min(mondays)).days // 7 + 1
    starts = [first + timedelta(weeks=number) for number in range(weeks)]
    return [(start, [start + timedelta(days=ahead) for ahead in range(7)]) for start in starts]


def _week(
    monday: date,
    days: Iterable[date],
    seconds: Mapping[date, float],
    new: Mapping[date, int],
    counts: Mapping[date, int],
) -> WeekEffort:
    days = list(days)
    begun, answers = (sum(table.get(day, 0) for day in days) for table in (new, counts))
    return WeekEffort(monday, sum(seconds.get(day, 0.0) for day in days), begun, answers - begun)


def effort_by_topic(answers: Iterable[Answer], topics: Mapping[ItemId, Topic]) -> list[TopicEffort]:
    """Return each topic's time, the most first."""
    seconds: dict[ItemId, float] = defaultdict(float)
    counts: dict[ItemId, int] = defaultdict(int)
    for answer in answers:
        seconds[answer.item] += answer.seconds
        counts[answer.item] += 1
    totals: dict[Topic, TopicEffort] = {}
    for item, count in counts.items():
        topic = topics.get(item, Topic(""))
        before = totals.get(topic, TopicEffort(topic, 0.0, 0))
        totals[topic] = TopicEffort(topic, before.seconds + seconds[item], before.answers + count)
    return sorted(totals.values(), key=lambda effort: (-effort.seconds, effort.topic))
