"""Answers as figures need them: read lean, since a journal may hold a hundred thousand.

Leaves out which answers were undone (record.py) and the figures themselves.
"""

from collections.abc import Iterable
from datetime import date

import msgspec
from msgspec import Struct

from drill.study.journal import Answered, Rating
from drill.study.question import ItemId

# who takes longer for one answer has gone for coffee
LONGEST_COUNTED_SECONDS = 300.0


class Answer(Struct, frozen=True, gc=False):
    """An answer that counts.

    `seconds` without a longer pause; `predicted` is the chance (0..1) that it would be right, None where it
    tests no memory: a first answer, a schedule left alone, a re-ask within the day.
    """

    day: date
    item: ItemId
    right: bool
    rating: Rating
    seconds: float
    predicted: float | None = None
    confidence: int | None = None


class _Ask(Struct, frozen=True, gc=False):
    item: ItemId


class Facts(Struct, frozen=True, gc=False):
    """The fields of Answered that figures need, under their names there."""

    ask: _Ask
    right: bool
    rating: Rating
    seconds: float
    due: str | None
    expected: float | None = None
    confidence: int | None = None


_decoder = msgspec.json.Decoder(list[Facts])


def read_facts(bodies: Iterable[str]) -> list[Facts]:
    """Read the bodies of many Answered at once. Raises msgspec.MsgspecError where one of them is damaged."""
    return _decoder.decode(f"[{','.join(bodies)}]")


def answer_on(day: date, body: Facts | Answered, rating: Rating | None = None) -> Answer:
    """Return an answer given on a study day; a later rating takes the place of the first and sets a day."""
    expected, seconds = body.expected, body.seconds
    # a re-ask within the day is predicted with 1
    is_test = (body.due is not None or rating is not None) and expected is not None and expected < 1.0
    return Answer(
        day,
        body.ask.item,
        body.right,
        rating or body.rating,
        seconds if seconds < LONGEST_COUNTED_SECONDS else LONGEST_COUNTED_SECONDS,
        expected if is_test else None,
        body.confidence,
    )
