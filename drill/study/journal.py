"""The journal's entries: one envelope around a tagged union of what a learner did.

Leaves out storage (store) and meaning (the folds of study). An unknown tag is kept as it came.
"""

from datetime import date, datetime
from enum import IntEnum
from typing import NewType

import msgspec
from msgspec import Struct

from drill.study.ask import Ask
from drill.study.question import ItemId

EntryId = NewType("EntryId", str)
DeviceId = NewType("DeviceId", str)
VERSION = 1


class Rating(IntEnum):
    """How well an item was remembered, as FSRS counts it."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class Stamp(Struct, frozen=True):
    """When something happened: the UTC instant, the UTC offset in minutes then, and the study day."""

    at: datetime
    offset: int
    day: date


class Asked(Struct, frozen=True, tag="asked"):
    """An ask handed to an editor or a script, to be answered by its entry id."""

    ask: Ask


class Answered(Struct, frozen=True, tag="answered"):
    """An answer and what came of it.

    `due` is None where the schedule was left alone (cram); `expected` is the recall that was predicted.
    `test` names what asked to find out what is known, such as `placement`.
    """

    ask: Ask
    text: str
    right: bool
    score: float
    rating: Rating
    seconds: float
    due: date | None
    expected: float | None = None
    hints: int = 0
    confidence: int | None = None
    ticks: tuple[int, ...] = ()
    claims: tuple[int, ...] = ()
    asked: EntryId | None = None
    test: str | None = None


class Rerated(Struct, frozen=True, tag="rerated"):
    """Another rating for an answer given before."""

    entry: EntryId
    item: ItemId
    rating: Rating
    due: date


class Undone(Struct, frozen=True, tag="undone"):
    """An earlier entry counts no more."""

    entry: EntryId
    item: ItemId


class Suspended(Struct, frozen=True, tag="suspended"):
    """An item set aside by hand; that an item is a leech follows from its answers."""

    item: ItemId


class Resumed(Struct, frozen=True, tag="resumed"):
    """An item set aside comes back."""

    item: ItemId


class Bookmarked(Struct, frozen=True, tag="bookmarked"):
    """A bookmark put on an item or taken off."""

    item: ItemId
    on: bool


class Noted(Struct, frozen=True, tag="noted"):
    """A note of one's own on an item."""

    item: ItemId
    text: str


class Doubted(Struct, frozen=True, tag="doubted"):
    """The learner holds that this question is wrong."""

    item: ItemId
    text: str


class PrimerRead(Struct, frozen=True, tag="primer-read"):
    """A topic's primer was shown."""

    topic: str


class Placed(Struct, frozen=True, tag="placed"):
    """What a day's placement came to so far; the newest holds.

    Items `known` are put off, `missed` ones are new from the next day on. `easy` has a topic's highest level
    that the learner knows nearly all of: its other new items wait behind all that are harder.
    """

    known: tuple[ItemId, ...]
    missed: tuple[ItemId, ...]
    easy: dict[str, int] = {}


class Debriefed(Struct, frozen=True, tag="debriefed"):
    """How an interview went, 1 (badly) to 5 (well) if that was said; `items` are the questions that came."""

    went: int | None
    text: str
    items: tuple[ItemId, ...] = ()


class MockPart(Struct, frozen=True):
    """A part of a mock interview: its name, what it asks in order, and the minutes it should take."""

    name: str
    items: tuple[ItemId, ...]
    minutes: float


class MockStarted(Struct, frozen=True, tag="mock-started"):
    """A mock interview was planned; its answers carry its name, as `mock` has it, in their `test`."""

    mock: str
    role: str
    minutes: float
    parts: tuple[MockPart, ...]
    topics: tuple[str, ...] = ()


class FollowedUp(Struct, frozen=True, tag="followed-up"):
    """A follow-up of an open answer in a mock: which one, counted from 0, and whether it was met."""

    mock: str
    item: ItemId
    number: int
    met: bool
    text: str = ""
    seconds: float = 0.0


class MockEnded(Struct, frozen=True, tag="mock-ended"):
    """A mock interview is over: played to its end, or ended early by the learner's wish."""

    mock: str
    early: bool = False


class KataStarted(Struct, frozen=True, tag="kata-started"):
    """A kata was taken up from a blank starter, whole or its `crux` alone; `minutes` None is untimed."""

    item: ItemId
    minutes: float | None
    crux: bool = False


class HintTaken(Struct, frozen=True, tag="hint-taken"):
    """A hint of a kata was read, 1 to 3."""

    item: ItemId
    number: int


class Submitted(Struct, frozen=True, tag="submitted"):
    """A kata was judged. A pass has rating and due day; `file` keeps the attempt, `source` is its hash."""

    item: ItemId
    outcome: str
    passed: int
    checks: int
    seconds: float
    late: bool
    file: str
    source: str
    failed: tuple[str, ...] = ()
    rating: Rating | None = None
    due: date | None = None


class GaveUp(Struct, frozen=True, tag="gave-up"):
    """A kata was given up: it is Again, and comes back on `due`."""

    item: ItemId
    due: date


class SettingChanged(Struct, frozen=True, tag="setting-changed"):
    """A setting got a new value; None means its default again."""

    name: str
    value: str | None


class Unknown(Struct, frozen=True):
    """An entry of a newer drill, kept byte for byte."""

    tag: str
    raw: bytes


Known = (
    Asked
    | Answered
    | Rerated
    | Undone
    | Suspended
    | Resumed
    | Bookmarked
    | Noted
    | Doubted
    | PrimerRead
    | Debriefed
    | Placed
    | MockStarted
    | FollowedUp
    | MockEnded
    | KataStarted
    | HintTaken
    | Submitted
    | GaveUp
    | SettingChanged
)
Payload = Known | Unknown
_KNOWN_TAGS = frozenset(str(kind.__struct_config__.tag) for kind in Known.__args__)
_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Known)


class Entry(Struct, frozen=True):
    """One entry: its envelope and its body. (counter, device, id) orders entries; `at` is only a field."""

    id: EntryId
    device: DeviceId
    counter: int
    stamp: Stamp
    body: Payload
    version: int = VERSION


def tag_of(body: Payload) -> str:
    """Return the tag under which a body is stored."""
    return body.tag if isinstance(body, Unknown) else str(body.__struct_config__.tag)


def item_of(body: Payload) -> ItemId | None:
    """Return the item that a body speaks of, if any."""
    if isinstance(body, Answered | Asked):
        return body.ask.item
    return getattr(body, "item", None)


def encode_body(body: Payload) -> bytes:
    """Return the JSON of a body, its tag in the field `type`."""
    return body.raw if isinstance(body, Unknown) else _encoder.encode(body)


def decode_body(tag: str, raw: bytes, *, version: int = VERSION) -> Payload:
    """Read what encode_body wrote; a tag or a version that this drill does not know is kept whole."""
    is_known = tag in _KNOWN_TAGS and version <= VERSION
    return _decoder.decode(raw) if is_known else Unknown(tag, raw)
