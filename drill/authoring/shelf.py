"""The bank files that a check is about, loaded, with what was set aside as findings.

Leaves out what the questions say (checks) and what holds across files (tree.py).
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from drill.authoring.finding import Fault, FieldPath, Finding, finding, from_error
from drill.content.banks import LoadedBank, Located, parse_bank
from drill.content.files import read_text
from drill.errors import ContentError, UsageError
from drill.study.question import Topic

NOT_BANKS = frozenset(("outline.yaml", "sources.yaml"))
UNREADABLE = LoadedBank(Topic(""), (), ())


class Shelved(NamedTuple):
    """One file: `findings` are what the loader set aside; `text` is empty when nothing could be read."""

    path: Path
    name: str
    text: str
    bank: LoadedBank
    findings: tuple[Finding, ...]

    def finding(self, located: Located, fault: Fault) -> Finding:
        """Return a fault of one of the file's questions as a finding."""
        return finding(self.name, line_of(located, fault.path), fault.message)

    @property
    def is_shipped(self) -> bool:
        """Whether the file is one of drill's own."""
        return self.name.startswith("questions/")

    @property
    def topic_line(self) -> int:
        """The line, from 1, where the file names its topic."""
        lines = enumerate(self.text.splitlines(), 1)
        return next((number for number, line in lines if line.startswith("topic:")), 1)


def line_of(located: Located, path: FieldPath) -> int:
    """Return the line, from 1, of a path inside a question, or of its nearest parent that has one."""
    while path and path not in located.lines:
        path = path[:-1]
    return located.lines.get(path, located.line)


def shipped(root: Path) -> list[Path]:
    """Return drill's own bank files, sorted."""
    return banks_in(root / "questions")


def banks_in(folder: Path) -> list[Path]:
    """Return the bank files of a folder, sorted; the outline and the sources are none."""
    return sorted(path for path in folder.glob("*.yaml") if path.name not in NOT_BANKS)


def expanded(paths: Iterable[Path]) -> list[Path]:
    """Return the files named, and the banks of the folders named, each once.

    Raises UsageError for a folder without banks: a check of nothing would pass.
    """
    files = (file for path in paths for file in (_banks_of(path) if path.is_dir() else [path]))
    return list(dict.fromkeys(files))


def _banks_of(folder: Path) -> list[Path]:
    banks = banks_in(folder)
    if not banks:
        raise UsageError(f"{folder}: a folder without banks; name a bank, its folder or a kata")
    return banks


def shelve(path: Path, root: Path) -> Shelved:
    """Load one bank; a file that can't be read as a whole is one finding."""
    name, text = _name(path, root), ""
    try:
        text = read_text(path)
        bank = parse_bank(text, name)
    except ContentError as error:
        return Shelved(path, name, text, UNREADABLE, (from_error(error, path=str(path), name=name),))
    return Shelved(path, name, text, bank, tuple(Finding(*problem) for problem in bank.problems))


def _name(path: Path, root: Path) -> str:
    """Return a path as messages show it: under the root, else as it was given."""
    inside = path.resolve().is_relative_to(root.resolve())
    return path.resolve().relative_to(root.resolve()).as_posix() if inside else str(path)
