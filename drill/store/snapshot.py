"""What the journal says of one item, folded and kept beside it, so that a session needs no replay.

Leaves out the fold itself (study): `body` is its own encoding and opaque here.
"""

from datetime import date

from msgspec import Struct

from drill.study.question import ItemId


class Snapshot(Struct, frozen=True):
    """One item's fold. `due` is None before it is scheduled; first_day and last_day before it is answered."""

    item: ItemId
    due: date | None
    first_day: date | None
    last_day: date | None
    suspended: bool
    body: bytes
