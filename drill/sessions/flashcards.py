"""Questions to put on flashcards, each with one ask that is the same at every export.

Leaves out how a card looks (ui/flashcard.py) and the package (store/ankiwriting.py).
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import NamedTuple

from drill.content.library import Compiled, Row
from drill.errors import ContentError
from drill.sessions.desk import Desk
from drill.sessions.sheet import new_ask
from drill.study.ask import Ask


class Chosen(NamedTuple):
    """Which questions: topics (none means all), due within so many days, with or without the exam pool."""

    topics: tuple[str, ...] = ()
    due_in: int | None = None
    exam: bool = False


class Drawn(NamedTuple):
    """A question laid out, the ask that its card shows, and its tags."""

    compiled: Compiled
    ask: Ask
    tags: tuple[str, ...]


def rows_of(desk: Desk, chosen: Chosen) -> list[Row]:
    """Return the rows that are wanted, in the order of the banks."""
    rows = [row for row in desk.library.rows if chosen.exam or row.pool == "daily"]
    if chosen.topics:
        rows = [row for row in rows if row.topic in chosen.topics]
    if chosen.due_in is None:
        return rows
    due = {snapshot.item for snapshot in desk.journal.due(desk.today + timedelta(days=chosen.due_in))}
    return [row for row in rows if row.id in due]


def drawn(desk: Desk, rows: list[Row]) -> Iterator[Drawn | ContentError]:
    """Yield each question with its ask; one whose numbers can't be drawn comes as the error that says so."""
    for row in rows:
        compiled = desk.library.compiled(row.id)
        try:
            # the item is the seed: an export tomorrow has the same letters and numbers
            ask = new_ask(compiled, Random(f"card {row.id}"))  # noqa: S311 - no secret
        except ContentError as error:
            yield error
        else:
            yield Drawn(compiled, ask, _tags(row))


def _tags(row: Row) -> tuple[str, ...]:
    """Return where a question belongs, as tags below one; a key of others may hold what no tag may."""
    keys = (re.sub(r"[\s:]+", "-", key) for key in row.outline)
    facts = [f"topic::{row.topic}", f"kind::{row.kind}", f"difficulty::{row.difficulty}"]
    return tuple(f"drill::{tag}" for tag in (*facts, *(f"outline::{key}" for key in keys)))
