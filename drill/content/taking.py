"""Cards taken into one's own bank: new ones appended, those that came before brought up to date.

Leaves out where cards come from (cardtable.py, sessions/incoming.py). What you added to a question stays.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Literal, NamedTuple

from drill.content.notetext import as_typed
from drill.content.own import DIFFICULTY, free_id, head_of, read_own
from drill.content.ownbank import Fields, changed_text, entries_of
from drill.content.writing import alone, write_atomically
from drill.study.draft import Card, Refused, hints, is_typed, refusal
from drill.study.question import ItemId

What = Literal["new", "changed", "same", "skipped"]
_OF_A_KIND = ("accepted", "slips", "points", "wrong_claims")


class Step(NamedTuple):
    """What becomes of a card: `item` and `kind` of its question, or `why` it is skipped; what was dropped."""

    what: What
    where: str
    prompt: str
    kind: str = ""
    item: str = ""
    answer: str = ""
    why: str = ""


def take_in(
    bank: Path, cards: Sequence[Card | Refused], *, taken: Collection[str], write: bool
) -> list[Step]:
    """Return what becomes of each card; with `write` the bank is changed so, whole or not at all.

    `taken` are ids that no new question may have. ContentError and UsageError as own.add_question.
    """
    with alone(bank) if write else nullcontext():
        text, ids = read_own(bank)
        taking = _Taking({item: e.fields for item, e in entries_of(text, str(bank)).items()} if ids else {})
        taking.ids.update(taken)
        steps = [taking.step(card) for card in cards]
        if taking.changes or taking.additions:
            longer = changed_text(text, str(bank), changes=taking.changes, additions=taking.additions)
            if write:
                write_atomically(bank, longer)
    return steps


class _Taking:
    """Goes through cards, collecting what they change."""

    def __init__(self, standing: Mapping[str, Fields]) -> None:
        self.standing = standing
        self.changes: dict[str, Fields] = {}
        self.additions: list[Fields] = []
        self.ids: set[str] = set(standing)
        self._by_prompt = {fields["prompt"].strip(): item for item, fields in standing.items()}
        self._seen: dict[str, str] = {}

    def step(self, card: Card | Refused) -> Step:
        why = card.why if isinstance(card, Refused) else refusal(card)
        if not isinstance(card, Card) or why:
            return Step("skipped", card.where, card.prompt, why=why)
        first = self._seen.setdefault(card.item or card.prompt, card.where)
        if first != card.where:
            return Step("skipped", card.where, card.prompt, why=f"the same as {first}")
        item = card.item if card.item in self.standing else None
        if card.item is None:
            item = ItemId(self._by_prompt[card.prompt]) if card.prompt in self._by_prompt else None
        return self._add(card) if item is None else self._change(item, card)

    def _add(self, card: Card) -> Step:
        item = card.item or free_id(card.prompt, self.ids)
        self.ids.add(item)
        self.additions.append(_new(item, card))
        return _step("new", item, card)

    def _change(self, item: ItemId, card: Card) -> Step:
        before = self.standing[item]
        if before["kind"] not in ("short", "open"):
            why = f"you made `{item}` a {before['kind']} question since"
            return Step("skipped", card.where, card.prompt, why=why)
        after = _updated(before, card)
        if after == before:
            return _step("same", item, card)
        self.changes[item] = after
        return _step("changed", item, card)


def _step(what: What, item: ItemId, card: Card) -> Step:
    answer = card.answer if is_typed(card) else f"{len(card.parts)} key points"
    why = f"without its {card.lost}" if card.lost else ""
    return Step(what, card.where, card.prompt, _kind(card), item, answer, why)


def _kind(card: Card) -> str:
    return "short" if is_typed(card) else "open"


def _new(item: ItemId, card: Card) -> dict[str, Any]:
    head = head_of(item, _kind(card), topic=card.topic or "own", difficulty=card.difficulty or DIFFICULTY)
    explanation = card.explanation or _default_explanation(card)
    return head | {"prompt": card.prompt} | _answer(card) | {"explanation": explanation}


def _answer(card: Card) -> dict[str, Any]:
    if is_typed(card):
        return {"accepted": [card.answer]}
    return {"points": [{"text": part, "hints": list(hints(part))} for part in card.parts]}


def _default_explanation(card: Card) -> str:
    """Return the answer for one that is typed; key points explain themselves."""
    return as_typed(card.answer) if is_typed(card) else ""


def _updated(before: Fields, card: Card) -> dict[str, Any]:
    """Return a question's fields with what the card says; what it does not speak of stays."""
    after = dict(before) | {"prompt": card.prompt}
    if _told(before) != _told(_answer(card)):
        others = before.get("accepted", [])[1:] if is_typed(card) else []
        kept = {name: value for name, value in after.items() if name not in _OF_A_KIND}
        after = kept | {"kind": _kind(card)} | _answer(card) | {"rev": str(int(before.get("rev", "1")) + 1)}
        if others:
            after["accepted"] = [card.answer, *(other for other in others if other != card.answer)]
        if _is_default(before):
            after["explanation"] = _default_explanation(card)
    if card.explanation:
        after["explanation"] = card.explanation
    if card.topic:
        after["topic"] = card.topic
    if card.difficulty:
        after["difficulty"] = str(card.difficulty)
    return after


def _told(fields: Fields) -> list[str]:
    """Return the answer as it is shown: the first accepted form, or the key points."""
    return [*fields.get("accepted", [])[:1], *(point["text"] for point in fields.get("points", []))]


def _is_default(fields: Fields) -> bool:
    return fields["explanation"] in {"", *map(as_typed, fields.get("accepted", [])[:1])}
