"""One screenful at a time: the page on top, the keys that work now on the last line.

Leaves out what a page holds. Where the terminal can't be cleared, pages follow one another.
"""

from collections.abc import Callable, Sequence

from rich.console import Console, Group, RenderableType
from rich.segment import Segment, SegmentLines
from rich.text import Text

Keys = Sequence[tuple[str, str]]
MEASURE = 88


def keys_line(keys: Keys) -> Text:
    """Return the line of keys: each key, then what it does."""
    line = Text(style="quiet")
    for place, (key, does) in enumerate(keys):
        line.append(" · " if place else "")
        line.append(key, style="strong")
        # a no-break space keeps a key beside its word at 40 columns
        line.append(f"\u00a0{does}" if does else "")
    return line


class Screen:
    """A terminal that shows pages. `read_key` waits for one key and returns it."""

    def __init__(self, console: Console, *, read_key: Callable[[], str]) -> None:
        """Show on a console; nothing is printed yet."""
        self.console = console
        self._read_key = read_key
        self._clears = console.is_terminal and not console.is_dumb_terminal

    def show(self, parts: Sequence[RenderableType], keys: Keys = ()) -> None:
        """Show a page from the top; one that is too long stops at each screenful."""
        width = min(self.console.width, MEASURE)
        lines = self.console.render_lines(Group(*parts), self.console.options.update(width=width), pad=False)
        footer = self._lines_of(keys_line(keys), width) if keys else []
        room = self._room(len(footer))
        while len(lines) > room:
            self._print(lines[:room])
            self.console.print(keys_line([("Space", "more")]))
            lines = lines[room:]
            self._read_key()
        self._print(lines)
        if keys:
            self.console.print()
            self.console.print(keys_line(keys), width=width)

    def ask_keys(self, question: str, keys: Keys) -> None:
        """Ask for one key below the page that stands."""
        self.console.print(Text(f"{question} ") + keys_line(keys))

    def _lines_of(self, text: Text, width: int) -> list[list[Segment]]:
        return self.console.render_lines(text, self.console.options.update(width=width), pad=False)

    def _room(self, footer: int) -> int:
        """Return how many lines fit above the keys and one line to type on."""
        return max(5, self.console.height - footer - 2) if self._clears else 10**9

    def _print(self, lines: Sequence[list[Segment]]) -> None:
        if self._clears:
            self.console.clear()
        self.console.print(SegmentLines(lines, new_lines=True), end="")
