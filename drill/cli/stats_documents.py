"""The JSON documents of `drill stats` and `drill map`.

Leaves out those of the other commands (documents.py).
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from msgspec import Struct

from drill.cli.confidence_documents import BrierDocument, SurenessDocument
from drill.cli.readiness_documents import ReadyDocument
from drill.study.linemap import LineStanding
from drill.study.mastery import Standing
from drill.study.question import Topic
from drill.study.statistics import Statistics


class StandingDocument(Struct):
    """One topic in StatsDocument."""

    topic: str
    mastery: float
    low: float
    high: float
    seen: int
    total: int

    @classmethod
    def of(cls, standing: Standing) -> "StandingDocument":
        """Return the document of a standing."""
        return cls(**standing._asdict())


class LoadDocument(Struct):
    """One day in StatsDocument.forecast: minutes, and the items that they are made of."""

    day: date
    minutes: float
    scheduled: int
    returns: int
    new: int


class BinDocument(Struct):
    """Answers in StatsDocument.recall whose predicted recall lay from low up to high."""

    low: float
    high: float
    predicted: float
    measured: float
    answers: int


class SureMissDocument(Struct):
    """An item in StatsDocument.sure_and_wrong; `right_since` once it was right on a later day."""

    item: str
    day: date
    times: int
    right_since: bool


class HardItemDocument(Struct):
    """An item in StatsDocument.hardest; stability in days."""

    item: str
    lapses: int
    misses: int
    stability: float | None
    aside: bool


class WeekDocument(Struct):
    """The week from a Monday on in StatsDocument.weeks."""

    monday: date
    seconds: float
    new: int
    reviews: int


class TopicTimeDocument(Struct):
    """A topic in StatsDocument.time; an empty one stands for items that no bank holds any more."""

    topic: str
    seconds: float
    answers: int


class StatsDocument(Struct):
    """`drill stats --json`: every section. `days` has the answers of each day of a year that had some.

    `brier` is null before the first answer with a word on how sure it was, `sureness` empty before the 30th.
    """

    day: date
    streak: int
    answers: int
    measured_recall: float | None
    expected_recall: float | None
    topics: Sequence[StandingDocument]
    days: dict[date, int]
    seconds_per_answer: float
    forecast: Sequence[LoadDocument]
    recall: Sequence[BinDocument]
    sure_and_wrong: Sequence[SureMissDocument]
    brier: BrierDocument | None
    sureness: Sequence[SurenessDocument]
    hardest: Sequence[HardItemDocument]
    weeks: Sequence[WeekDocument]
    time: Sequence[TopicTimeDocument]
    readiness: Sequence[ReadyDocument] = ()
    version: int = 1

    @classmethod
    def of(cls, statistics: Statistics) -> "StatsDocument":
        """Return the document of all figures."""
        return cls(
            day=statistics.day,
            streak=statistics.streak,
            answers=statistics.answers,
            measured_recall=statistics.measured,
            expected_recall=statistics.expected,
            topics=[StandingDocument.of(topic) for topic in statistics.topics],
            days=_days(statistics),
            seconds_per_answer=statistics.pace,
            forecast=[
                LoadDocument(load.day, round(statistics.minutes(load), 2), *load[1:])
                for load in statistics.loads
            ],
            recall=[BinDocument(*one) for one in statistics.bins],
            sure_and_wrong=[SureMissDocument(*miss) for miss in statistics.sure],
            brier=None if statistics.brier is None else BrierDocument(*statistics.brier),
            sureness=[SurenessDocument(*one) for one in statistics.sureness],
            hardest=[HardItemDocument(*one) for one in statistics.hardest],
            weeks=[WeekDocument(*effort) for effort in statistics.efforts],
            time=[TopicTimeDocument(*effort) for effort in statistics.topic_efforts],
            readiness=[ReadyDocument.of(ready) for ready in statistics.readiness],
        )


def _days(statistics: Statistics) -> dict[date, int]:
    return {
        week.monday + timedelta(days=weekday): count
        for week in statistics.weeks
        for weekday, count in enumerate(week.counts)
        if count
    }


class LineDocument(Struct):
    """One line of the outline in MapDocument."""

    key: str
    topic: str
    text: str
    mastery: float
    low: float
    high: float
    seen: int
    total: int
    due: int


class MapDocument(Struct):
    """`drill map --json`: the lines by topic, the weakest first."""

    day: date
    lines: Sequence[LineDocument]
    version: int = 1

    @classmethod
    def of(cls, day: date, topics: Mapping[Topic, Sequence[LineStanding]]) -> "MapDocument":
        """Return the document of a map."""
        lines = [
            LineDocument(one.line.key, one.line.topic, one.line.text, *one.standing[1:], one.due)
            for of_topic in topics.values()
            for one in of_topic
        ]
        return cls(day, lines)


STATS_DOCUMENTS = (StatsDocument, MapDocument)
