"""What the cache holds of a bank: light rows to choose from, and each question with its text laid out.

Leaves out making them (compiling.py) and keeping them on disk (library.py).
"""

from pathlib import Path
from typing import Literal, NamedTuple

import msgspec
from msgspec import Struct

from drill.content.problem import Problem
from drill.study.prose import Prose
from drill.study.question import ItemId, Question, Topic

Origin = Literal["shipped", "own", "added"]


class BankFile(NamedTuple):
    """A bank on disk and whose it is: `shipped` with drill, one's `own`, or `added` by path."""

    path: Path
    origin: Origin


class Row(Struct, frozen=True, array_like=True, gc=False):
    """What a queue needs of a question; `line` is where it begins in its file."""

    id: ItemId
    rev: int
    topic: Topic
    kind: str
    difficulty: int
    pool: Literal["daily", "exam"]
    outline: tuple[str, ...]
    line: int


class Compiled(Struct, frozen=True):
    """A question, where it stands, and its texts laid out: Markdown and code under their exact text.

    `prose` leaves out a text that is one plain paragraph.
    """

    question: Question
    file: str
    line: int
    prose: dict[str, Prose]


class CompiledBank(Struct, frozen=True, array_like=True):
    """A bank's rows and the questions set aside.

    `blobs` joins the encoded Compiled of each row; `ends[i]` is where row i's ends.
    """

    rows: tuple[Row, ...]
    ends: tuple[int, ...]
    problems: tuple[Problem, ...]
    blobs: memoryview

    def compiled(self, index: int) -> Compiled:
        """Return the question of a row; msgspec.DecodeError when its bytes are damaged."""
        start = self.ends[index - 1] if index else 0
        return msgspec.msgpack.decode(self.blobs[start : self.ends[index]], type=Compiled)
