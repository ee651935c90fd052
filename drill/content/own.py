"""One's own bank: a question of four fields, appended as YAML that an editor can change later.

Leaves out the prompts for the fields (cli).
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Container, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from drill.content.files import read_text
from drill.content.ownbank import HEADER, changed_text, questions_of
from drill.content.writing import alone, write_atomically
from drill.study.question import ItemId
from drill.study.text import storable

DIFFICULTY = 3
OWN_TOPIC = "own"
_LONGEST_SLUG = 40


class Fields(NamedTuple):
    """The four fields of an own question."""

    topic: str
    prompt: str
    answer: str
    explanation: str


def add_question(bank: Path, fields: Fields, *, taken: Collection[str] = ()) -> ItemId:
    """Append a question to one's own bank and return its id, none of those `taken` by what once stood there.

    A bank that was edited into something unreadable is left as it is: ContentError names the line. So is
    one that the question does not fit into: UsageError.
    """
    fields = Fields(*map(storable, fields))
    return _add(bank, fields.prompt, taken, lambda item: _short(item, fields))


def add_open(
    bank: Path, prompt: str, points: Sequence[str], explanation: str, *, taken: Collection[str] = ()
) -> ItemId:
    """Append an interview question with its key points, and return its id; errors as add_question."""
    rubric = {"points": [{"text": point, "hints": []} for point in points], "explanation": explanation}
    told = {"prompt": storable(prompt), **rubric}
    return _add(bank, prompt, taken, lambda item: head_of(item, "open", topic=OWN_TOPIC) | told)


def _add(
    bank: Path, prompt: str, taken: Collection[str], entry: Callable[[ItemId], dict[str, Any]]
) -> ItemId:
    with alone(bank):
        text, before = read_own(bank)
        item = free_id(prompt, {*taken, *before})
        write_atomically(bank, changed_text(text, str(bank), changes={}, additions=[entry(item)]))
    return item


def read_own(bank: Path) -> tuple[str, tuple[ItemId, ...]]:
    """Return the text of one's own bank, of an empty one where there is none, and the ids in it.

    ContentError where even one question can't be read.
    """
    if not bank.exists():
        return HEADER, ()
    text = read_text(bank)
    return text, tuple(located.question.id for located in questions_of(text, str(bank)))


def _short(item: ItemId, fields: Fields) -> dict[str, Any]:
    answer = {"accepted": [fields.answer], "explanation": fields.explanation or fields.answer}
    return head_of(item, "short", topic=fields.topic) | {"prompt": fields.prompt, **answer}


def head_of(item: ItemId, kind: str, *, topic: str, difficulty: int = DIFFICULTY) -> dict[str, Any]:
    """Return the fields that a question of one's own begins with."""
    return {
        "id": str(item),
        "kind": kind,
        "topic": topic,
        "difficulty": str(difficulty),
        "outline": ["own"],
        "sources": [{"key": "own"}],
    }


def free_id(prompt: str, taken: Container[str]) -> ItemId:
    """Return an id made of the prompt's words, numbered where it is taken."""
    plain = unicodedata.normalize("NFKD", prompt).encode("ascii", "ignore").decode().lower()
    slug = "-".join(re.findall(r"[a-z0-9]+", plain))[:_LONGEST_SLUG].strip("-")
    base = f"own-{slug}" if slug else "own"
    number = 1
    while (base if number == 1 else f"{base}-{number}") in taken:
        number += 1
    return ItemId(base if number == 1 else f"{base}-{number}")
