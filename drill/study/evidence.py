"""Which entries of the journal measure knowledge, and not the memory of a card.

Leaves out what they say of ability (ability.py).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from drill.study.ask import Drawn
from drill.study.calendar import days_between
from drill.study.journal import Answered, Entry, Submitted, item_of
from drill.study.kata import HINTS, closes, open_attempt
from drill.study.question import ItemId, Topic
from drill.study.record import living
from drill.study.response import floor_of

# an exam question left alone for so many days measures again
RESTED_DAYS = 30
_LATE = 0.5
IsTest = Callable[[Entry], bool]


def asked_as_test(entry: Entry) -> bool:
    """Return whether an entry is an answer to what was asked to find out what is known."""
    return isinstance(entry.body, Answered) and entry.body.test is not None


class Trait(NamedTuple):
    """What must be known of an item; the kind of a kata is `kata`."""

    topic: Topic
    level: int
    kind: str
    is_exam: bool = False


class Response(NamedTuple):
    """An answer that measures: `score` is 1 for right, 0 for wrong, between them for a kata in part."""

    item: ItemId
    topic: Topic
    level: int
    floor: float
    score: float
    day: date


def evidence(
    entries: Iterable[Entry], traits: Mapping[ItemId, Trait], *, is_test: IsTest = asked_as_test
) -> list[Response]:
    """Return the answers that measure, item by item, from entries in the journal's order.

    These do: the first answer to a question; one to an exam question left alone for RESTED_DAYS; one to
    numbers never drawn before, on a day that has not shown how to work them out; the first attempt at a kata;
    and whatever `is_test` says was asked as a test, such as a placement's answers. An answer that was undone
    counts for nothing, yet its explanation was seen. Items without traits are left out.
    """
    told = list(entries)
    counted = {entry.id for entry in living(reversed(told))}
    by_item: dict[ItemId, list[Entry]] = {}
    for entry in told:
        item = item_of(entry.body)
        if item is not None and item in traits:
            by_item.setdefault(item, []).append(entry)
    return [
        response
        for item, of_item in by_item.items()
        for entry, response in _measured(item, of_item, traits[item], is_test)
        if entry.id in counted
    ]


def _measured(
    item: ItemId, entries: list[Entry], trait: Trait, is_test: IsTest
) -> Iterator[tuple[Entry, Response]]:
    scored = _attempts(entries, is_test) if trait.kind == "kata" else _answers(entries, trait, is_test)
    for entry, floor, score in scored:
        yield entry, Response(item, trait.topic, trait.level, floor, score, entry.stamp.day)


def _answers(entries: list[Entry], trait: Trait, is_test: IsTest) -> Iterator[tuple[Entry, float, float]]:
    seen: date | None = None
    drawn: list[Drawn] = []
    for entry in entries:
        body, day = entry.body, entry.stamp.day
        if not isinstance(body, Answered):
            continue
        numbers = body.ask.numbers
        rested = 0 if seen is None else days_between(seen, day)
        is_rested = trait.is_exam and rested >= RESTED_DAYS
        is_fresh = bool(numbers) and numbers not in drawn and rested > 0
        if seen is None or is_rested or is_fresh or is_test(entry):
            yield entry, floor_of(trait.kind, len(body.ask.order)), float(body.right)
        seen = day if seen is None else max(seen, day)
        drawn.append(numbers)


def _attempts(entries: list[Entry], is_test: IsTest) -> Iterator[tuple[Entry, float, float]]:
    is_first = True
    for place, entry in enumerate(entries):
        if closes(entry):
            if is_first or is_test(entry):
                yield entry, 0.0, kata_score(entries[: place + 1])
            is_first = False


def kata_score(entries: Sequence[Entry]) -> float:
    """Return how well a kata was known, by facts, its closing entry last.

    Given up, or with all hints: 0. Each hint takes a third off. A pass that was late, or without a clock, is
    worth half. Failed submissions take nothing off: in time is in time.
    """
    *before, closing = entries
    attempt = open_attempt(before)
    if attempt is None or not isinstance(closing.body, Submitted):
        return 0.0
    in_time = attempt.minutes is not None and not closing.body.late
    return (1 - attempt.hints / HINTS) * (1.0 if in_time else _LATE)
