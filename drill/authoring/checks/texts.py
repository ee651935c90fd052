"""Every text of a question: not blank where a learner reads it, no tab, no hidden control character.

Leaves out what the texts say.
"""

from collections.abc import Iterator, Set

import msgspec

from drill.authoring.finding import Fault, FieldPath
from drill.study.question import Question
from drill.study.text import ESCAPE_SHOWN, REPLACED

# fields that a learner reads, or a check runs: blank ones are a fault
NEEDED = frozenset(
    ("prompt", "explanation", "text", "why", "worked", "accepted", "steps", "hints", "code", "fixed", "check")
)


def check_texts(question: Question, raw_signs: Set[str]) -> Iterator[Fault]:
    """Yield one fault for each text that is blank, or holds a tab or a control character.

    `raw_signs` are the characters of the file: a replacement sign that is not among them was put where
    the loader found a control character.
    """
    hidden = {REPLACED, ESCAPE_SHOWN} - raw_signs
    for path, text in texts(question):
        field = _field(path)
        if field in NEEDED and not text.strip():
            yield Fault(path, f"`{field}` is blank; write it")
        elif "\t" in text:
            yield Fault(path, f"`{field}` holds a tab; use spaces")
        elif not hidden.isdisjoint(text):
            yield Fault(path, f"`{field}` holds a control character; delete its escape")


def texts(question: Question) -> Iterator[tuple[FieldPath, str]]:
    """Yield every text of a question with its path."""
    yield from _walk(msgspec.to_builtins(question), ())


def _walk(value: object, path: FieldPath) -> Iterator[tuple[FieldPath, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _walk(inner, (*path, key))
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):
            yield from _walk(inner, (*path, index))


def _field(path: FieldPath) -> str:
    return next((step for step in reversed(path) if isinstance(step, str)), "")
