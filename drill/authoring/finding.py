"""What a check reports: where, what is wrong and the mend.

Leaves out how findings are drawn; the root prints them.
"""

import re
from typing import NamedTuple

from drill.errors import ContentError
from drill.study.text import harmless, one_line

FieldPath = tuple[str | int, ...]
LINE = re.compile(r":(\d+): ")


class Fault(NamedTuple):
    """Something wrong inside a question, at a path such as ("options", 1, "why")."""

    path: FieldPath
    message: str


class Finding(NamedTuple):
    """One broken thing: `place` is `file:line`, `message` says what is wrong and the mend, in one line."""

    place: str
    message: str

    def __str__(self) -> str:
        """Return the line that a person reads."""
        return f"{self.place}: {self.message}"

    @property
    def order(self) -> tuple[str, int, str]:
        """The file, the line as a number, the message: what findings are sorted by."""
        file, _, line = self.place.rpartition(":")
        return file, int(line), self.message


def finding(file: str, line: int, message: str) -> Finding:
    """Return a finding whose message is one harmless line, whatever a bank's text put into it."""
    return Finding(f"{file}:{line}", harmless(" ".join(message.split())))


def quoted(text: str) -> str:
    """Return a bank's own words as a message shows them: harmless, cut, in backquotes."""
    return f"`{one_line(text)}`"


def from_error(error: ContentError, *, path: str, name: str) -> Finding:
    """Return a content error about the file at `path` as a finding of `name`, its first line by default."""
    rest = str(error).removeprefix(path if str(error).startswith(path) else name)
    line = LINE.match(rest)
    if line is None:
        return finding(name, 1, rest.removeprefix(": "))
    return finding(name, int(line[1]), rest[line.end() :])
