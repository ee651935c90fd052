"""equivalent.yaml: the mutants that no test can kill, each with its reason.

Leaves out finding them (proving.py).
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct

from drill.authoring.finding import Finding, finding, from_error
from drill.authoring.katas.folders import Folders
from drill.authoring.katas.mutants import Mutant
from drill.content.files import read_text
from drill.content.yamltext import compose, convert
from drill.errors import ContentError

LEAST_WORDS = 4


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """One item of the file: the line's text and the change, as the proof names them, and why."""

    line: str
    change: str
    why: str


class Explained(NamedTuple):
    """One mutant that is explained, and the line where that stands."""

    text: str
    change: str
    why: str
    at: int

    def fits(self, mutant: Mutant) -> bool:
        """Whether this explains a mutant."""
        return (self.text, self.change) == (mutant.text, mutant.change)


def load_explained(folders: Folders) -> tuple[list[Explained], list[Finding]]:
    """Return what is explained; a file that can't be read is one finding, none at all is none."""
    path, name = folders.equivalent, folders.name(folders.equivalent)
    if not path.exists():
        return [], []
    try:
        tree = compose(read_text(path), str(path))
        entries = convert(tree, tuple[Entry, ...])
    except ContentError as error:
        return [], [from_error(error, path=str(path), name=name)]
    return [
        Explained(entry.line.strip(), entry.change.strip(), entry.why, tree.lines[(index,)])
        for index, entry in enumerate(entries)
    ], []


def check_explained(
    folders: Folders, explained: Iterable[Explained], found: list[Mutant]
) -> Iterator[Finding]:
    """Yield an explanation without a reason, and one of no mutant that there is."""
    name = folders.name(folders.equivalent)
    for entry in explained:
        if len(entry.why.split()) < LEAST_WORDS:
            yield finding(name, entry.at, "`why` gives no reason; say why no test can see the change")
        elif not any(entry.fits(mutant) for mutant in found):
            yield finding(name, entry.at, f"no mutant `{entry.change}` of that line; delete the entry")
