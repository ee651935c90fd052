"""What an entry does to its item: it grades memory, it leaves memory alone, or it marks the item.

Leaves out what follows for the item (record.py).
"""

from datetime import date

from msgspec import Struct

from drill.study.journal import Answered, Entry, GaveUp, Payload, Rating, Submitted


class Grade(Struct, frozen=True, gc=False):
    """What an entry says of memory: how well known on a day, when it comes back, whether a kata.

    `right` and `confidence` are those of an answer.
    """

    day: date
    rating: Rating
    due: date
    is_kata: bool = False
    right: bool = True
    confidence: int | None = None


class Tried(Struct, frozen=True, gc=False):
    """An answer that leaves memory and schedule alone."""

    day: date
    right: bool
    confidence: int | None


# what an entry does to its item: a grade, a try, or else what its body says
Deed = Grade | Tried | Payload


def grade_of(entry: Entry) -> Grade | None:
    """Return the grade of an entry that moves the schedule, None for all others."""
    deed = deed_of(entry.body, entry.stamp.day)
    return deed if isinstance(deed, Grade) else None


def deed_of(body: Payload, day: date) -> Deed:
    """Return what an entry with this body does on a study day."""
    match body:
        case Answered(rating=rating, due=due, right=right, confidence=confidence):
            return answer_deed(day, rating, due, right=right, confidence=confidence)
        case Submitted(rating=Rating() as rating, due=date() as due):
            return Grade(day, rating, due, is_kata=True)
        case GaveUp(due=due):
            return Grade(day, Rating.AGAIN, due, is_kata=True)
    return body


def answer_deed(
    day: date, rating: Rating, due: date | None, *, right: bool, confidence: int | None
) -> Grade | Tried:
    """Return what an answer given on a study day does; `due` is None where the schedule was left alone."""
    if due is None:
        return Tried(day, right, confidence)
    return Grade(day, rating, due, right=right, confidence=confidence)
