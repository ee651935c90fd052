"""The fold over one item's entries: its memory, its due day, its lapses.

Leaves out what a single entry does (deeds.py), where entries and snapshots are kept (store) and how a due
day is chosen (spread.py).
"""

from collections.abc import Iterable, Iterator
from datetime import date

import msgspec
from msgspec import Struct

from drill.study.calendar import days_between
from drill.study.deeds import Deed, Grade, Tried, deed_of
from drill.study.journal import (
    Answered,
    Bookmarked,
    Entry,
    EntryId,
    Payload,
    Rating,
    Rerated,
    Resumed,
    Suspended,
    Undone,
)
from drill.study.memory import Memory, after, after_all, recall
from drill.study.sure import sure_miss_after
from drill.study.weights import DEFAULT, Weights

LEECH_LAPSES = 8
# raise it with every change of Record or of the fold: snapshots of another fold are made anew
FOLD = 4


class Record(Struct, frozen=True):
    """What the journal says of one item.

    An answer rated Again is a miss. `misses_today` counts them on `last_day`; `lapses` counts the days on
    which an item answered on an earlier day was missed, since it was last taken up again. `is_kata` once a
    kata was passed or given up. `sure_miss` is the day of the last miss by someone sure of the answer, until
    the item is right on a later day.
    """

    memory: Memory | None = None
    due: date | None = None
    first_day: date | None = None
    last_day: date | None = None
    missed_last: bool = False
    misses_today: int = 0
    answers: int = 0
    lapses: int = 0
    suspended: bool = False
    bookmarked: bool = False
    is_kata: bool = False
    sure_miss: date | None = None

    @property
    def is_leech(self) -> bool:
        """Whether the item was missed so often that asking again is no help; a kata never is: it is work."""
        return self.lapses >= LEECH_LAPSES and not self.is_kata

    @property
    def is_aside(self) -> bool:
        """Whether the item is out of the queue, by hand or as a leech."""
        return self.suspended or self.is_leech

    def recall_on(self, day: date) -> float | None:
        """Return the predicted recall on a study day; None for an item never answered."""
        if self.memory is None or self.last_day is None:
            return None
        return recall(self.memory, elapsed=days_between(self.last_day, day))


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Record)


def encode_record(record: Record) -> bytes:
    """Return a record as a snapshot's body."""
    return _encoder.encode(record)


def decode_record(body: bytes) -> Record:
    """Read what encode_record wrote."""
    return _decoder.decode(body)


def step(record: Record, entry: Entry, weights: Weights = DEFAULT) -> Record:
    """Return the record after one more entry; undo and another rating need the whole fold."""
    deed = deed_of(entry.body, entry.stamp.day)
    if not isinstance(deed, Grade):
        return _marked(record, deed)
    elapsed = _elapsed(record, deed.day)
    return _graded(record, deed, after(record.memory, deed.rating, elapsed=elapsed, weights=weights))


def fold(entries: Iterable[Entry], weights: Weights = DEFAULT) -> Record:
    """Return the record of one item from all its entries, in the journal's order."""
    return fold_deeds((deed_of(entry.body, entry.stamp.day) for entry in settled(entries)), weights)


def fold_deeds(deeds: Iterable[Deed], weights: Weights = DEFAULT) -> Record:
    """Return the record that deeds lead to, none of them undone or rated once more."""
    record, reviews = Record(), []
    for deed in deeds:
        if isinstance(deed, Grade):
            # the memory follows from all reviews in one call, in a fraction of the time of one a review
            reviews.append((deed.rating, _elapsed(record, deed.day)))
            record = _graded(record, deed, None)
        else:
            record = _marked(record, deed)
    return msgspec.structs.replace(record, memory=after_all(reviews, weights=weights))


def settled(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that count, in the order given, each answer under its last rating."""
    every = list(entries)
    if not any(isinstance(entry.body, Undone | Rerated) for entry in every):
        return every
    counted = list(living(reversed(every)))[::-1]
    rerated = {entry.body.entry: entry.body for entry in counted if isinstance(entry.body, Rerated)}
    return [_with_rating(entry, rerated.get(entry.id)) for entry in counted]


def living(newest_first: Iterable[Entry]) -> Iterator[Entry]:
    """Yield the entries that were not undone, newest first; an undo that was itself undone undoes nothing."""
    dead: set[EntryId] = set()
    for entry in newest_first:
        if entry.id in dead:
            continue
        if isinstance(entry.body, Undone):
            dead.add(entry.body.entry)
        yield entry


def _with_rating(entry: Entry, rerated: Rerated | None) -> Entry:
    if rerated is None or not isinstance(entry.body, Answered):
        return entry
    body = msgspec.structs.replace(entry.body, rating=rerated.rating, due=rerated.due)
    return msgspec.structs.replace(entry, body=body)


def _marked(record: Record, deed: Tried | Payload) -> Record:
    match deed:
        case Tried():
            return msgspec.structs.replace(record, sure_miss=_sure_miss(record, deed))
        case Suspended():
            return msgspec.structs.replace(record, suspended=True)
        case Resumed():
            return msgspec.structs.replace(record, suspended=False, lapses=0)
        case Bookmarked(on=on):
            return msgspec.structs.replace(record, bookmarked=on)
    return record


def _sure_miss(record: Record, deed: Grade | Tried) -> date | None:
    return sure_miss_after(record.sure_miss, day=deed.day, right=deed.right, confidence=deed.confidence)


def _elapsed(record: Record, day: date) -> int:
    return 0 if record.last_day is None else days_between(record.last_day, day)


def _graded(record: Record, grade: Grade, memory: Memory | None) -> Record:
    last = record.last_day
    first_today = last is None or grade.day > last
    missed = grade.rating is Rating.AGAIN
    misses_before = 0 if first_today else record.misses_today
    # made anew and not copied: a journal that is folded anew comes here for each answer
    return Record(
        memory,
        grade.due,
        record.first_day or grade.day,
        grade.day if first_today else last,
        missed,
        misses_before + missed,
        record.answers + 1,
        record.lapses + (missed and first_today and last is not None),
        record.suspended,
        record.bookmarked,
        record.is_kata or grade.is_kata,
        _sure_miss(record, grade),
    )
