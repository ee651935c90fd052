"""One's own bank: a question of four fields, appended as YAML that an editor can change later.

Leaves out the prompts for the fields (cli).
"""

import re
import unicodedata
from collections.abc import Collection, Container, Sequence
from pathlib import Path
from typing import NamedTuple

import yaml

from drill.content.banks import Located, parse_bank
from drill.content.writing import alone, write_atomically
from drill.content.yamltext import read_text
from drill.errors import ContentError, UsageError
from drill.study.question import ItemId
from drill.study.text import storable

_HEADER = "format: 1\ntopic: own\nquestions:\n"
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
    with alone(bank):
        text = read_text(bank) if bank.exists() else _HEADER
        before = _questions(text, bank) if bank.exists() else ()
        item = _free_id(fields.prompt, {*taken, *(located.question.id for located in before)})
        # nothing that stands there is touched: blanks at the end may belong to an answer
        kept = text if text.endswith("\n") else f"{text}\n"
        longer = f"{kept}{_entry(item, fields, indent=_indent(text, before))}"
        _check_fits(longer, bank)
        write_atomically(bank, longer)
    return item


def _check_fits(longer: str, bank: Path) -> None:
    try:
        _questions(longer, bank)
    except ContentError as error:
        raise UsageError(
            f"this question can't be added: {error}; change it, or the end of that file"
        ) from error


def _questions(text: str, bank: Path) -> tuple[Located, ...]:
    """Return the questions of a bank's text; ContentError when even one can't be read."""
    loaded = parse_bank(text, str(bank))
    if loaded.problems:
        problem = loaded.problems[0]
        raise ContentError(f"{problem.place}: {problem.message}")
    return loaded.questions


def _indent(text: str, before: Sequence[Located]) -> str:
    """Return what stands before the dash of the first question: an editor may have laid the list out anew."""
    first = text.split("\n")[before[0].line - 1] if before else "  -"
    return first[: len(first) - len(first.lstrip(" "))]


def _entry(item: ItemId, fields: Fields, *, indent: str) -> str:
    question = {
        "id": str(item),
        "kind": "short",
        "topic": fields.topic,
        "difficulty": "3",
        "outline": ["own"],
        "sources": [{"key": "own"}],
        "prompt": fields.prompt,
        "accepted": [fields.answer],
        "explanation": fields.explanation or fields.answer,
    }
    dumped = yaml.safe_dump([question], sort_keys=False, allow_unicode=True, width=100)
    return "".join(f"{indent}{line}\n" if line else "\n" for line in dumped.rstrip("\n").split("\n"))


def _free_id(prompt: str, taken: Container[str]) -> ItemId:
    """Return an id made of the prompt's words, numbered where it is taken."""
    plain = unicodedata.normalize("NFKD", prompt).encode("ascii", "ignore").decode().lower()
    slug = "-".join(re.findall(r"[a-z0-9]+", plain))[:_LONGEST_SLUG].strip("-")
    base = f"own-{slug}" if slug else "own"
    number = 1
    while (base if number == 1 else f"{base}-{number}") in taken:
        number += 1
    return ItemId(base if number == 1 else f"{base}-{number}")
