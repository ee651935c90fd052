"""One asking of an item: which numbers were drawn and how the options were shuffled.

Leaves out how it is drawn (instance.py). It is logged whole, since a seed alone
can't show an ask again after an edit.
"""

from msgspec import Struct

from drill.study.question import ItemId, Number

Drawn = dict[str, Number | str]


class Ask(Struct, frozen=True):
    """What a learner was shown of an item.

    `numbers` holds each parameter's drawn value (the row's key for a table); `order[i]` is the index in
    the bank of the option or step shown at place i.
    """

    item: ItemId
    rev: int
    numbers: Drawn = {}
    order: tuple[int, ...] = ()
