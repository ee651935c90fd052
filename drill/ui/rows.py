"""Rows of a list: side by side in columns, or stacked where the terminal is narrow.

Leaves out what is listed.
"""

from collections.abc import Iterable, Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

NARROW = 60
Cell = str | Text


class Rows:
    """Rows in columns, the first accented, the last folded; on a narrow screen the first stands on top."""

    def __init__(self, rows: Iterable[Sequence[Cell]]) -> None:
        """Keep the rows; each has as many cells as the first."""
        self.rows = list(rows)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw them as wide as there is room."""
        if options.max_width >= NARROW:
            yield self._side_by_side()
            return
        for first, *rest in self.rows:
            yield Text(str(first), style="accent")
            cells = [cell for cell in map(_text, rest) if cell]
            yield Padding(Text("  ").join(cells), (0, 0, 0, 2))

    def _side_by_side(self) -> Table:
        grid = Table.grid(padding=(0, 2))
        for place, row in enumerate(self.rows):
            if place == 0:
                for column in range(len(row)):
                    grid.add_column(no_wrap=column < len(row) - 1, style="accent" if column == 0 else None)
            grid.add_row(*row)
        return grid


def _text(cell: Cell) -> Text:
    return cell if isinstance(cell, Text) else Text(cell)
