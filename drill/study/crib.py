"""What stands on the sheet for the last look: formulas with a worked number, reference numbers, own misses.

Leaves out which items were missed (sessions) and drawing it (ui).
"""

from collections.abc import Collection, Container, Mapping, Sequence
from datetime import date
from itertools import zip_longest
from typing import NamedTuple

from drill.study.formulas import WORKED, Worked, given_of, result_of
from drill.study.question import ItemId
from drill.study.trouble import HardItem, SureMiss

# with more, the sheet would not print on one page
MOST_MISSES = 12


class Line(NamedTuple):
    """A formula in words, what is put into it, and what it gives."""

    says: str
    given: str
    result: str


class Miss(NamedTuple):
    """An item that goes wrong, why it stands here, and the start of what it asks."""

    item: ItemId
    why: str
    asks: str


class Crib(NamedTuple):
    """The sheet; of all items that go wrong, `missed` in number, only the worst stand in `misses`."""

    day: date
    topics: Sequence[str]
    lines: Sequence[Line]
    misses: Sequence[Miss]
    missed: int


def lines_on(topics: Collection[str]) -> list[Line]:
    """Return the formulas on some topics, all of them where none is named."""
    return [_line(worked) for worked in WORKED if not topics or worked.topic in topics]


def _line(worked: Worked) -> Line:
    return Line(worked.says, given_of(worked), result_of(worked))


class Troubles(NamedTuple):
    """Items that go wrong, each once, with why: missed when sure, set aside as missed too often, missed."""

    sure: Mapping[ItemId, str]
    leeches: Mapping[ItemId, str]
    missed: Mapping[ItemId, str]

    @property
    def number(self) -> int:
        """How many there are."""
        return sum(map(len, self))


def troubles_of(sure: Sequence[SureMiss], hard: Sequence[HardItem], *, among: Container[str]) -> Troubles:
    """Return the items `among` those given that go wrong, in the order given, each once."""
    surely = {miss.item: _sure_words(miss) for miss in sure if miss.item in among}
    others = [one for one in hard if one.item in among and one.item not in surely]
    leeches = {one.item: "set aside" for one in others if one.aside}
    return Troubles(surely, leeches, {one.item: _missed_words(one) for one in others if not one.aside})


def _sure_words(miss: SureMiss) -> str:
    return "sure, once wrong" if miss.right_since else "sure, and wrong"


def _missed_words(one: HardItem) -> str:
    return "missed once" if one.misses == 1 else f"missed {one.misses} times"


def worst(troubles: Troubles) -> dict[ItemId, str]:
    """Return at most MOST_MISSES items with why, some of each sort where there are."""
    in_turn = [item for items in zip_longest(*troubles) for item in items if item is not None]
    chosen = in_turn[:MOST_MISSES]
    return {item: why for sort in troubles for item, why in sort.items() if item in chosen}
