"""What was done to every item, read in one go: all that a fold of the whole journal needs.

Leaves out the rest of each entry, which reader.py reads.
"""

from datetime import date
from functools import cache
from pathlib import Path

import msgspec
from msgspec import MsgspecError, Struct

from drill.errors import DamagedError
from drill.store.database import Database
from drill.study.deeds import Deed, answer_deed, deed_of
from drill.study.journal import VERSION, Rating, decode_body
from drill.study.question import ItemId

# None where an entry was undone or rated once more: what counts then only the entries themselves can say
Histories = dict[ItemId, list[Deed] | None]

# a blob comes as it lies in the file: text would be made a string first and bytes again
_SELECT = """
    select item, tag, cast(body as blob), version, day from entry
    where item is not null order by counter, device, id
"""
_REVISING = ("undone", "rerated")
_MOVING = ("submitted", "gave-up", "suspended", "resumed", "bookmarked")


class _Answer(Struct):
    """Of an answer the fields that its deed consists of."""

    rating: Rating
    due: date | None
    right: bool
    confidence: int | None = None


_decode_answer = msgspec.json.Decoder(_Answer).decode
_day = cache(date.fromisoformat)


def read_histories(database: Database) -> Histories:
    """Return the deeds done to each item that has an entry, in order; DamagedError for a broken body."""
    found: Histories = {}
    for item, tag, body, version, day in database.stream(_SELECT):
        deeds = found.setdefault(item, [])
        # what a newer drill wrote moves nothing here
        if deeds is None or version > VERSION:
            continue
        try:
            if tag == "answered":
                answer = _decode_answer(body)
                deeds.append(_deed(_day(day), answer))
            elif tag in _MOVING:
                deeds.append(deed_of(decode_body(tag, body), _day(day)))
            elif tag in _REVISING:
                found[item] = None
        except (AttributeError, TypeError, ValueError, MsgspecError) as error:
            raise _damaged(database.path, item, error) from error
    return found


def _deed(day: date, answer: _Answer) -> Deed:
    return answer_deed(day, answer.rating, answer.due, right=answer.right, confidence=answer.confidence)


def _damaged(path: Path, item: str, error: Exception) -> DamagedError:
    return DamagedError(f"{path}: an entry on {item} is damaged ({error}); start drill again to restore it")
