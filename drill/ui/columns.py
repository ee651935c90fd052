"""Columns of stacked parts, in signs that need no color.

Leaves out what they stand for.
"""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

_SIGNS, _PLAIN_SIGNS = "█▒░", "#+."
_HEIGHT = 8
_MARGIN = 5
_WIDE = 2


class Columns:
    """A column for each tuple of parts, from the bottom up; numbers at the side say how much."""

    def __init__(self, parts: Sequence[Sequence[float]], names: Sequence[str], labels: Sequence[str]) -> None:
        """Keep the parts, the name of each part, and the label of each column, "" for none."""
        self.parts = parts
        self.names = names
        self.labels = labels

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the columns, two signs wide where there is room, their labels, and what the signs mean."""
        signs = _PLAIN_SIGNS if options.ascii_only else _SIGNS
        wide = _WIDE if options.max_width >= _MARGIN + _WIDE * len(self.parts) else 1
        top = max((sum(part) for part in self.parts), default=0.0) or 1.0
        columns = [_column(part, top, signs) for part in self.parts]
        for height in range(_HEIGHT, 0, -1):
            mark = f"{top * height / _HEIGHT:.0f}" if height in {_HEIGHT, _HEIGHT // 2} else ""
            line = Text(f"{mark:>{_MARGIN - 1}} ", style="quiet", no_wrap=True)
            yield line.append("".join(column[height - 1] * wide for column in columns), style="accent")
        yield Text(" " * _MARGIN + _labels(self.labels, wide), style="quiet", no_wrap=True)
        meanings = (f"{sign} {name}" for sign, name in zip(signs, self.names, strict=False))
        yield Text(" " * _MARGIN + "  ".join(meanings), style="quiet")


def _column(parts: Sequence[float], top: float, signs: str) -> str:
    """Return a column's signs from the bottom up; what is not nothing has at least one."""
    column, total = "", 0.0
    for part, sign in zip(parts, signs, strict=False):
        total += part
        reach = round(_HEIGHT * total / top)
        column += sign * (reach - len(column))
    first = next((sign for part, sign in zip(parts, signs, strict=False) if part), " ")
    return f"{column or first:<{_HEIGHT}}"


def _labels(labels: Sequence[str], wide: int) -> str:
    line = ""
    for column, label in enumerate(labels):
        if label and len(line) <= column * wide:
            line = f"{line:<{column * wide}}{label} "
    return line[: len(labels) * wide].rstrip()
