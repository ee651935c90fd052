"""exercise.yaml and README of a kata: what they name exists.

Leaves out types and ranges: the loader refuses those.
"""

from collections.abc import Iterator
from typing import NamedTuple

from drill.authoring.checks.links import mend
from drill.authoring.finding import Finding, finding, from_error
from drill.authoring.katas.folders import Folders
from drill.content.files import read_text
from drill.content.katas import read_kata
from drill.errors import ContentError
from drill.study.kata import Exercise
from drill.study.outline import OutlineLine


class Outline(NamedTuple):
    """The keys and topics that a kata may name."""

    keys: frozenset[str]
    topics: frozenset[str]

    @classmethod
    def of(cls, lines: tuple[OutlineLine, ...]) -> "Outline":
        """Return the keys and topics of outline.yaml."""
        return cls(frozenset(line.key for line in lines), frozenset(line.topic for line in lines))


def load_exercise(folders: Folders) -> Exercise | Finding:
    """Return what exercise.yaml says, or why it can't be read."""
    try:
        return read_kata(folders.open_folder, folders.spoilers).exercise
    except ContentError as error:
        return from_error(error, path=str(folders.exercise), name=folders.name(folders.exercise))


def check_exercise(folders: Folders, exercise: Exercise, outline: Outline) -> Iterator[Finding]:
    """Yield unknown topics and outline keys, and functions that the README doesn't name."""
    name, text = folders.name(folders.exercise), read_text(folders.exercise)
    if exercise.topic not in outline.topics:
        hint = mend(exercise.topic, outline.topics, "see outline.yaml")
        yield finding(name, _line_of("topic:", text), f"unknown topic `{exercise.topic}`; {hint}")
    for key in exercise.outline:
        if key not in outline.keys:
            hint = mend(key, outline.keys, "see outline.yaml")
            yield finding(name, _line_of(key, text), f"unknown outline key `{key}`; {hint}")
    readme = folders.open_folder / "README.md"
    said = read_text(readme)
    for function in exercise.functions:
        if f"{function}(" not in said:
            yield finding(folders.name(readme), 1, f"names no `{function}(`; state its signature")


def _line_of(words: str, text: str) -> int:
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if words in line), 1)
