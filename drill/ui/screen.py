"""One screenful at a time: the page on top, the keys that work now on the last line.

Leaves out what a page holds. Where the terminal can't be cleared, pages follow one another.
"""

from collections.abc import Callable, Sequence

from rich.console import Console, Group, RenderableType
from rich.segment import Segment, SegmentLines
from rich.text import Text

Keys = Sequence[tuple[str, str]]
MEASURE = 88
KEY_LINES = 2
_BETWEEN = " · "


def keys_view(keys: Keys, width: int) -> Text:
    """Return the keys, each beside what it does, on at most KEY_LINES lines; the last ones give way."""
    lines = [Text()]
    for key, does in keys:
        label = Text().append(key, style="strong").append(f" {does}", style="quiet")
        if lines[-1].cell_len + len(_BETWEEN) + label.cell_len > width and lines[-1]:
            if len(lines) == KEY_LINES:
                break
            lines.append(Text())
        lines[-1].append(_BETWEEN if lines[-1] else "", style="quiet").append(label)
    return Text("\n").join(lines)


class Screen:
    """A terminal that shows pages. `read_key` waits for one key and returns it; without it no page stops."""

    def __init__(self, console: Console, *, read_key: Callable[[], str] | None) -> None:
        """Show on a console; nothing is printed yet."""
        self.console = console
        self._clears = console.is_terminal and not console.is_dumb_terminal
        self._stops = self._clears and read_key is not None
        self._read_key = read_key or str

    def show(self, parts: Sequence[RenderableType], keys: Keys = ()) -> None:
        """Show a page from the top; one that is too long stops at each screenful."""
        width = min(self.console.width, MEASURE)
        lines = self.console.render_lines(Group(*parts), self.console.options.update(width=width), pad=False)
        footer = keys_view(keys, width)
        room = self._room(footer.plain.count("\n") + 1)
        while len(lines) > room:
            self._print(lines[:room])
            self.console.print(keys_view([("Space", "more")], width))
            lines = lines[room:]
            self._read_key()
        self._print(lines)
        if keys:
            self.console.print()
            self.console.print(footer)

    def ask_keys(self, question: str, keys: Keys) -> None:
        """Ask for one key below the page that stands."""
        self.console.print(Text(f"{question} ").append(keys_view(keys, self.console.width)))

    def _room(self, footer: int) -> int:
        """Return how many lines fit above the keys and one line to type on."""
        return max(5, self.console.height - footer - 2) if self._stops else 10**9

    def _print(self, lines: Sequence[list[Segment]]) -> None:
        if self._clears:
            self.console.clear()
        self.console.print(SegmentLines(lines, new_lines=True), end="")
