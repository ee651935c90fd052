"""A question's page: where it stands, its prompt, its code, its options; marked once it was answered.

Leaves out the verdict below it (verdict.py).
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from drill.study.question import LETTERS
from drill.ui.prose import Texts


class Head(NamedTuple):
    """The first line: topic, kind and what is special about this ask, then its place."""

    topic: str
    kind: str
    notes: tuple[str, ...]
    place: int
    total: int


class Sign(NamedTuple):
    """How an option is marked: a sign before it, a word behind it, a style."""

    before: str
    behind: str
    style: str


RIGHT = Sign(" ", "(right)", "right")
PICKED_RIGHT = Sign("*", "(right)", "right")
PICKED_WRONG = Sign("x", "", "wrong")
MISSED = Sign("-", "(right)", "right")
UNMARKED = Sign(" ", "", "")


def head_view(head: Head) -> RenderableType:
    """Return the first line of a page."""
    grid = Table.grid(expand=True, padding=(0, 1))
    grid.add_column()
    grid.add_column(justify="right", no_wrap=True)
    left = Text().append(head.topic, style="accent")
    left.append("".join(f" · {word}" for word in (head.kind, *head.notes)), style="quiet")
    grid.add_row(left, Text(f"{head.place}/{head.total}", style="quiet"))
    return grid


def question_view(
    head: Head, texts: Texts, prompt: str, *, code: str = "", wrong_line: int | None = None
) -> list[RenderableType]:
    """Return the top of a page: first line, prompt, and code if there is some."""
    parts: list[RenderableType] = [head_view(head), Text(), *texts.blocks(prompt)]
    if code:
        parts += [Text(), code_view(texts, code, wrong_line=wrong_line)]
    return parts


def hint_view(hint: str) -> list[RenderableType]:
    """Return what was wrong with the last try, or what a key did; nothing for no hint."""
    return [Text(), Text(hint, style="accent")] if hint else []


def code_view(texts: Texts, code: str, *, wrong_line: int | None = None) -> RenderableType:
    """Return code with line numbers; a wrong line is pointed at."""
    lines = texts.line(code).split("\n")
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column(overflow="fold")
    for number, line in enumerate(lines, 1):
        is_wrong = number == wrong_line
        grid.add_row(
            Text(f"{'x' if is_wrong else ' '} {number}", style="wrong" if is_wrong else "quiet"), line
        )
    return Padding(grid, (0, 0, 0, 1))


def choices_view(
    texts: Texts, choices: Sequence[str], signs: Mapping[int, Sign] | None = None
) -> list[RenderableType]:
    """Return options or steps by letter; `signs` by place marks them."""
    grid = Table.grid(padding=(0, 1))
    for _ in range(3):
        grid.add_column()
    for place, choice in enumerate(choices):
        sign = (signs or {}).get(place, UNMARKED)
        text = texts.line(choice)
        if sign.behind:
            # one word: the end of a narrow line can't split it
            text.append(f"  {sign.behind}", style=sign.style)
        # two blanks: "a" may be the first word of an option, too
        letter = Text(f"{LETTERS[place]} ", style="strong")
        grid.add_row(Text(sign.before, style=sign.style), letter, text)
    return [Text(), grid] if choices else []
