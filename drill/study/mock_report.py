"""What a mock interview came to, as values.

Leaves out gathering it from the journal (sessions) and drawing it (ui).
"""

from collections.abc import Iterable, Sequence
from datetime import date
from statistics import fmean
from typing import NamedTuple

from drill.study.question import ItemId, Topic
from drill.study.readiness import Ready


class Shown(NamedTuple):
    """One thing asked: `score` (0..1) is None where it was not reached, `missed` are key points left unsaid.

    `asks` is its prompt in one line; `level` is 1 to 5, 0 where no bank has it any more; `kind` is `kata` for
    a kata. `follow_ups` are those asked after it, each with whether it was met.
    """

    item: ItemId
    topic: Topic
    level: int
    kind: str
    asks: str
    score: float | None
    seconds: float
    missed: Sequence[str] = ()
    follow_ups: Sequence[tuple[str, bool]] = ()


class PartReport(NamedTuple):
    """A part: the minutes it should take, the seconds it took, and what it asked."""

    name: str
    minutes: float
    seconds: float
    shown: Sequence[Shown]

    @property
    def score(self) -> float | None:
        """The mean score of what was reached, 0 to 1; None where nothing was."""
        return mean_of(one.score for one in self.shown)


class Study(NamedTuple):
    """What to study on a topic next: keys of the outline to read up, questions and katas (slugs)."""

    topic: Topic
    outline: Sequence[str]
    questions: Sequence[ItemId]
    katas: Sequence[str]


class MockReport(NamedTuple):
    """A mock interview; `ended` is None while it is open, else whether it was played to its end."""

    mock: str
    role: str
    day: date
    minutes: float
    parts: Sequence[PartReport]
    ready: Sequence[Ready]
    study: Sequence[Study]
    ended: bool | None

    @property
    def seconds(self) -> float:
        """How long it took."""
        return sum(part.seconds for part in self.parts)

    @property
    def score(self) -> float | None:
        """The mean score of the parts that were reached, each counting the same; None where none was."""
        return mean_of(part.score for part in self.parts)


def mean_of(scores: Iterable[float | None]) -> float | None:
    """Return the mean of the scores that there are; None where there are none."""
    found = [score for score in scores if score is not None]
    return fmean(found) if found else None


class MockLine(NamedTuple):
    """One interview in the list of all; `score` is the mean over its parts that were reached."""

    mock: str
    day: date
    role: str
    minutes: float
    score: float | None
    ended: bool | None


class Compared(NamedTuple):
    """Two interviews, the earlier one first."""

    before: MockReport
    after: MockReport
