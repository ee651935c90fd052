"""The JSON documents of `drill export json` and `drill bank import`.

Leaves out the same rows as a table (sessions/tabletext.py).
"""

from collections.abc import Sequence
from datetime import date, datetime

from msgspec import Struct


class GivenDocument(Struct):
    """One answer in AnswersDocument, with rating and due day in force; an undone one counts for nothing."""

    when: datetime
    day: date
    item: str
    topic: str
    kind: str
    right: bool
    score: float
    rating: str
    seconds: float
    due: date | None
    confidence: int | None
    text: str
    undone: bool


class AnswersDocument(Struct):
    """`drill export json`: every answer, oldest first."""

    answers: Sequence[GivenDocument]
    version: int = 1


class StateDocument(Struct):
    """One item in ItemsDocument; `recall` is today's, `aside` also holds for what was missed too often."""

    item: str
    topic: str
    kind: str
    answers: int
    lapses: int
    due: date | None
    stability: float | None
    difficulty: float | None
    recall: float | None
    suspended: bool
    aside: bool
    bookmarked: bool
    note: str


class ItemsDocument(Struct):
    """`drill export json --items`: the state of every item that the journal speaks of."""

    items: Sequence[StateDocument]
    version: int = 1


class StepDocument(Struct):
    """What becomes of one card in ImportDocument: new, changed, same or skipped, and why."""

    what: str
    where: str
    prompt: str
    kind: str
    item: str
    answer: str
    why: str


class ImportDocument(Struct):
    """`drill bank import --json`: what becomes of each card, and whether it was written."""

    cards: Sequence[StepDocument]
    written: bool
    version: int = 1


EXPORT_DOCUMENTS = (AnswersDocument, ItemsDocument, ImportDocument)
