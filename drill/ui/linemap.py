"""`drill map` on the terminal: each line of the outline with its bar, under its topic.

Leaves out how the lines are reckoned (sessions).
"""

from collections.abc import Mapping, Sequence

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.text import Text

from drill.study.linemap import LineStanding
from drill.study.question import Topic
from drill.ui.stats_sections import bar

_BAR = 12
_INDENT = 2


def map_view(topics: Mapping[Topic, Sequence[LineStanding]]) -> RenderableType:
    """Return every topic with its lines."""
    parts: list[RenderableType] = []
    for topic, lines in topics.items():
        parts += [Text(topic, style="head"), *map(_Line, lines), Text()]
    return Group(*parts[:-1])


class _Line:
    """A bar, how much of the line was seen, what is due; then its words, beside it where there is room."""

    def __init__(self, standing: LineStanding) -> None:
        self.standing = standing

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line, standing, due = self.standing
        seen = f"{standing.seen}/{standing.total}"
        mastery = f"{standing.mastery:.2f}" if standing.seen else "-"
        head = bar(standing.mastery, _BAR) + Text(f" {mastery:>4} {seen:>7}")
        head.append(f"  {due} due" if due else "", style="accent")
        yield Padding(head, (0, 0, 0, _INDENT), expand=False)
        yield Padding(Text(line.text, style="quiet"), (0, 0, 0, 2 * _INDENT), expand=False)
