"""The JSON documents of readiness and `drill placement`.

Leaves out the one that holds all figures (stats_documents.py).
"""

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from drill.study.readiness import PlacementReport, Ready


class ReadyDocument(Struct):
    """The chance to answer an unseen interview question in a topic, or overall; 90 % from low to high.

    No chance where there is not enough evidence; `questions` is how much there is.
    """

    topic: str | None
    chance: float | None
    low: float | None
    high: float | None
    questions: float

    @classmethod
    def of(cls, ready: Ready) -> "ReadyDocument":
        """Return the document of a readiness."""
        chance, low, high = ready.estimate[:3] if ready.estimate else (None, None, None)
        return cls(ready.topic, chance, low, high, ready.questions)


class PlacementDocument(Struct):
    """`drill placement --json`: readiness, items known and missed, and how many easy new ones wait behind."""

    day: date
    answers: int
    right: int
    seconds: float
    readiness: Sequence[ReadyDocument]
    known: Sequence[str]
    missed: Sequence[str]
    later: int
    version: int = 1

    @classmethod
    def of(cls, day: date, report: PlacementReport) -> "PlacementDocument":
        """Return the document of what a placement came to."""
        missed = [item for items in report.missed.values() for item in items]
        return cls(
            day=day,
            answers=sum(asked for _, asked in report.rights.values()),
            right=sum(right for right, _ in report.rights.values()),
            seconds=round(report.seconds, 2),
            readiness=[ReadyDocument.of(ready) for ready in report.ready],
            known=report.known,
            missed=missed,
            later=report.later,
        )


PLACEMENT_DOCUMENTS = (PlacementDocument,)
