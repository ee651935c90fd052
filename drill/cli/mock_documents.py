"""The JSON documents of `drill mock list`, `show` and `compare`.

Leaves out printing them.
"""

from collections.abc import Sequence
from datetime import date

from msgspec import Struct

from drill.cli.readiness_documents import ReadyDocument
from drill.study.mock_report import Compared, MockLine, MockReport, PartReport, Shown, Study


class MockLineDocument(Struct):
    """One interview in MocksDocument; `finished` is null while it is open, `score` if nothing was reached."""

    mock: str
    day: date
    role: str
    minutes: float
    score: float | None
    finished: bool | None

    @classmethod
    def of(cls, line: MockLine) -> "MockLineDocument":
        """Return the document of a line."""
        return cls(*line)


class MocksDocument(Struct):
    """`drill mock list --json`: all interviews, the newest first."""

    mocks: Sequence[MockLineDocument]
    version: int = 1

    @classmethod
    def of(cls, lines: Sequence[MockLine]) -> "MocksDocument":
        """Return the document of a list."""
        return cls([MockLineDocument.of(line) for line in lines])


class FollowUpDocument(Struct):
    """A follow-up and whether it was met."""

    asks: str
    met: bool


class ShownDocument(Struct):
    """One thing asked: its score (0..1), null where it was not reached, and the key points left unsaid."""

    item: str
    topic: str
    level: int
    kind: str
    asks: str
    score: float | None
    seconds: float
    missed: Sequence[str]
    follow_ups: Sequence[FollowUpDocument]

    @classmethod
    def of(cls, one: Shown) -> "ShownDocument":
        """Return the document of one thing asked."""
        followed = [FollowUpDocument(*pair) for pair in one.follow_ups]
        return cls(*one[:6], seconds=round(one.seconds, 2), missed=one.missed, follow_ups=followed)


class MockPartDocument(Struct):
    """A part: minutes planned, seconds taken, its mean score, what it asked."""

    name: str
    minutes: float
    seconds: float
    score: float | None
    shown: Sequence[ShownDocument]

    @classmethod
    def of(cls, part: PartReport) -> "MockPartDocument":
        """Return the document of a part."""
        shown = [ShownDocument.of(one) for one in part.shown]
        return cls(part.name, part.minutes, round(part.seconds, 2), part.score, shown)


class StudyDocument(Struct):
    """What to study on a topic: keys of the outline, questions, katas."""

    topic: str
    outline: Sequence[str]
    questions: Sequence[str]
    katas: Sequence[str]

    @classmethod
    def of(cls, study: Study) -> "StudyDocument":
        """Return the document of what to study."""
        return cls(*study)


class MockDocument(Struct):
    """`drill mock show --json`: the report of an interview; `finished` is null while it is open."""

    mock: str
    role: str
    day: date
    minutes: float
    seconds: float
    score: float | None
    finished: bool | None
    parts: Sequence[MockPartDocument]
    readiness: Sequence[ReadyDocument]
    study: Sequence[StudyDocument]
    version: int = 1

    @classmethod
    def of(cls, report: MockReport) -> "MockDocument":
        """Return the document of a report."""
        return cls(
            mock=report.mock,
            role=report.role,
            day=report.day,
            minutes=report.minutes,
            seconds=round(report.seconds, 2),
            score=report.score,
            finished=report.ended,
            parts=[MockPartDocument.of(part) for part in report.parts],
            readiness=[ReadyDocument.of(ready) for ready in report.ready],
            study=[StudyDocument.of(study) for study in report.study],
        )


class ComparedDocument(Struct):
    """`drill mock compare --json`: two interviews, the earlier one first."""

    before: MockDocument
    after: MockDocument
    version: int = 1

    @classmethod
    def of(cls, compared: Compared) -> "ComparedDocument":
        """Return the document of two reports."""
        return cls(MockDocument.of(compared.before), MockDocument.of(compared.after))


MOCK_DOCUMENTS = (MocksDocument, MockDocument, ComparedDocument)
