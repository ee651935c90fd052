"""What holds across the shipped files: ids stand once, topics are drill's own, each outline key is asked.

Leaves out single questions (checks) and what the lock holds (lock.py).
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from drill.authoring.checks.links import mend
from drill.authoring.finding import Fault, Finding, finding
from drill.authoring.lock import Placed, lock_findings
from drill.authoring.shelf import Shelved, line_of
from drill.content.banks import Located
from drill.content.files import read_text
from drill.study.outline import OutlineLine
from drill.study.question import ItemId

OUTLINE = "questions/outline.yaml"


def every(shelf: Iterable[Shelved]) -> Iterator[tuple[Shelved, Located]]:
    """Yield each question with its file."""
    return ((shelved, located) for shelved in shelf for located in shelved.bank.questions)


def ids(shelf: Iterable[Shelved]) -> set[ItemId]:
    """Return the ids of all questions."""
    return {located.question.id for _, located in every(shelf)}


def set_aside(shelf: Iterable[Shelved]) -> list[Finding]:
    """Return what the loader found, file by file."""
    return [finding for shelved in shelf for finding in shelved.findings]


def ids_twice(checked: Iterable[Shelved], around: Iterable[Shelved]) -> Iterator[Finding]:
    """Yield a finding for each id of a checked file that an earlier file, or one around, has already."""
    first = {located.question.id: shelved.name for shelved, located in every(around)}
    for shelved, located in every(checked):
        id_ = located.question.id
        earlier = first.setdefault(id_, shelved.name)
        if earlier != shelved.name:
            message = f"id `{id_}` stands already in {earlier}; give it its own"
            yield shelved.finding(located, Fault(("id",), message))


def unknown_topics(checked: Iterable[Shelved], outline: Iterable[OutlineLine]) -> Iterator[Finding]:
    """Yield a finding for each shipped file whose topic the outline doesn't have; own banks may have any."""
    topics = {line.topic for line in outline}
    for shelved in checked:
        topic = shelved.bank.topic
        if shelved.is_shipped and topic and topic not in topics:
            hint = mend(topic, topics, "see outline.yaml")
            yield finding(shelved.name, shelved.topic_line, f"unknown topic `{topic}`; {hint}")


def not_asked(shelf: Sequence[Shelved], outline: Iterable[OutlineLine], root: Path) -> Iterator[Finding]:
    """Yield a finding for each outline key that no question names.

    Nothing while questions are set aside: the one that names the key may be among them.
    """
    if set_aside(shelf):
        return
    text = read_text(root / OUTLINE)
    asked = {key for _, located in every(shelf) for key in located.question.outline}
    for line in outline:
        if line.key not in asked:
            message = f"no question asks `{line.key}`; write one, or name the key in one that does"
            yield finding(OUTLINE, _line_of(line.key, text), message)


def locked(shelf: Sequence[Shelved], root: Path, *, accept: bool) -> list[Finding]:
    """Hold the questions against the lock under `root`, or `accept` them into it."""
    placed = [
        Placed(located.question, shelved.name, line_of(located, ("id",))) for shelved, located in every(shelf)
    ]
    return lock_findings(root, placed, accept=accept)


def _line_of(key: str, text: str) -> int:
    lines = enumerate(text.splitlines(), 1)
    return next((number for number, line in lines if f"key: {key}," in line), 1)
