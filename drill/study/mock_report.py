"""What a mock interview came to, as values.

Leaves out gathering it from the journal (sessions) and drawing it (ui).
"""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from drill.study.question import ItemId, Topic
from drill.study.readiness import Ready


class Shown(NamedTuple):
    """One thing asked: `score` (0..1) is None where it was not reached, `missed` are key points left unsaid.

    `asks` is its prompt in one line; `level` is 1 to 5; `kind` is `kata` for a kata.
    """

    item: ItemId
    topic: Topic
    level: int
    kind: str
    asks: str
    score: float | None
    seconds: float
    missed: Sequence[str] = ()


class PartReport(NamedTuple):
    """A part: the minutes it should take, the seconds it took, and what it asked."""

    name: str
    minutes: float
    seconds: float
    shown: Sequence[Shown]


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
