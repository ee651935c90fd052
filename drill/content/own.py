"""One's own bank: a question of four fields, appended as YAML that an editor can change later.

Leaves out the prompts for the fields (cli).
"""

import re
import unicodedata
from pathlib import Path
from typing import NamedTuple

import yaml

from drill.content.banks import load_bank
from drill.content.shelves import write_atomically
from drill.content.yamltext import read_text
from drill.errors import ContentError
from drill.study.question import ItemId

_HEADER = "format: 1\ntopic: own\nquestions:\n"
_LONGEST_SLUG = 40


class Fields(NamedTuple):
    """The four fields of an own question."""

    topic: str
    prompt: str
    answer: str
    explanation: str


def add_question(bank: Path, fields: Fields) -> ItemId:
    """Append a question to one's own bank and return its id.

    A bank that was edited into something unreadable is left as it is: ContentError names the line.
    """
    existing = bank.exists()
    taken = set()
    if existing:
        loaded = load_bank(bank, str(bank))
        if loaded.problems:
            problem = loaded.problems[0]
            raise ContentError(f"{problem.place}: {problem.message}")
        taken = {located.question.id for located in loaded.questions}
    item = _free_id(fields.prompt, taken)
    text = read_text(bank) if existing else _HEADER
    write_atomically(bank, f"{text.rstrip()}\n{_entry(item, fields)}")
    return item


def _entry(item: ItemId, fields: Fields) -> str:
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
    return "".join(f"  {line}\n" if line else "\n" for line in dumped.splitlines())


def _free_id(prompt: str, taken: set[ItemId]) -> ItemId:
    """Return an id made of the prompt's words, numbered where it is taken."""
    plain = unicodedata.normalize("NFKD", prompt).encode("ascii", "ignore").decode().lower()
    slug = "-".join(re.findall(r"[a-z0-9]+", plain))[:_LONGEST_SLUG].strip("-")
    base = f"own-{slug}" if slug else "own"
    number = 1
    while ItemId(base if number == 1 else f"{base}-{number}") in taken:
        number += 1
    return ItemId(base if number == 1 else f"{base}-{number}")
