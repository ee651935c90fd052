"""Answers to what a learner looks up: an item's history, questions by words.

Leaves out how answers look (ui) and their JSON (cli).
"""

import unicodedata
from collections.abc import Collection, Iterator
from datetime import date
from difflib import get_close_matches
from typing import NamedTuple

from drill.content.compiled import Row
from drill.errors import UsageError
from drill.sessions.desk import Desk
from drill.study.journal import (
    Answered,
    Bookmarked,
    Entry,
    GaveUp,
    HintTaken,
    KataStarted,
    Rerated,
    Submitted,
    Undone,
    tag_of,
)
from drill.study.kata import kata_item
from drill.study.question import ItemId, Question
from drill.study.record import living
from drill.study.text import one_line

_LONGEST = 60
_QUESTION_TEXT = ("prompt", "explanation", "code")


class Past(NamedTuple):
    """One entry of an item's history, said in words."""

    day: date
    what: str
    detail: str
    counts: bool


def known_item(desk: Desk, text: str) -> Row:
    """Return the row of an item; UsageError with the nearest ids when there is none."""
    row = desk.library.row(text)
    if row is not None:
        return row
    near = get_close_matches(text, [r.id for r in desk.library.rows], n=3, cutoff=0.5)
    mend = f"did you mean {', '.join(near)}?" if near else "`drill find WORDS` looks for one"
    raise UsageError(f"no item `{text}`; {mend}")


def item_or_kata(desk: Desk, slugs: Collection[str], text: str) -> ItemId:
    """Return the item of a question's id or of a kata's slug; UsageError as known_item."""
    return kata_item(text) if text in slugs else known_item(desk, text).id


def history(desk: Desk, item: ItemId) -> list[Past]:
    """Return all that the journal says of an item, oldest first."""
    entries = list(desk.journal.entries(item=item))
    counted = {entry.id for entry in living(reversed(entries))}
    return [_past(entry, counts=entry.id in counted) for entry in entries]


def _past(entry: Entry, *, counts: bool) -> Past:
    body = entry.body
    if isinstance(body, Answered):
        verdict = "right" if body.right else "wrong"
        due = "schedule left alone" if body.due is None else f"due {body.due}"
        detail = f"{body.rating.name.lower()}, {due}: {one_line(body.text, longest=_LONGEST)}"
        return Past(entry.stamp.day, verdict, detail, counts)
    if isinstance(body, Rerated):
        return Past(entry.stamp.day, "rerated", f"{body.rating.name.lower()}, due {body.due}", counts)
    if isinstance(body, Undone):
        return Past(entry.stamp.day, "undone", "the newest answer before it", counts)
    if isinstance(body, Bookmarked):
        return Past(entry.stamp.day, "bookmarked" if body.on else "bookmark taken off", "", counts)
    if isinstance(body, KataStarted | HintTaken | Submitted | GaveUp):
        return Past(entry.stamp.day, *_past_of_kata(body), counts)
    words = getattr(body, "text", "")
    return Past(entry.stamp.day, tag_of(body).replace("-", " "), one_line(words, longest=_LONGEST), counts)


def _past_of_kata(body: KataStarted | HintTaken | Submitted | GaveUp) -> tuple[str, str]:
    """Return what was done with a kata and what came of it."""
    match body:
        case KataStarted(minutes=minutes, crux=crux):
            clock = "untimed" if minutes is None else f"{minutes:g} minutes"
            return "started", f"the crux, {clock}" if crux else clock
        case HintTaken(number=number):
            return "hint", f"{number}"
        case GaveUp(due=due):
            return "gave up", f"again, due {due}"
        case Submitted(outcome=outcome, rating=rating):
            tests = f"{body.passed} of {body.checks} tests{', late' if body.late else ''}"
            return outcome, f"{rating.name.lower()}, due {body.due}: {tests}" if rating else tests


def find(desk: Desk, words: tuple[str, ...]) -> Iterator[Question]:
    """Yield the questions that hold every word, in id, prompt, explanation, code or answers."""
    wanted = [_folded(word) for word in words]
    for row in desk.library.rows:
        question = desk.library.compiled(row.id).question
        text = _folded(_text_of(question))
        if all(word in text for word in wanted):
            yield question


def _text_of(question: Question) -> str:
    parts = [question.id, question.topic, *question.outline]
    parts += [getattr(question, name, "") for name in _QUESTION_TEXT]
    parts += [option.text for option in getattr(question, "options", ())]
    parts += [*getattr(question, "accepted", ()), *getattr(question, "steps", ())]
    return "\n".join(parts)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()
