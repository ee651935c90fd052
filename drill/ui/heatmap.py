"""A year of study days in shades that need no color: a column a week, a line a weekday.

Leaves out how a day's shade is found (study/heatmap.py).
"""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from drill.study.heatmap import LEVELS, Week, level, step_of

_SHADES, _PLAIN_SHADES = "·░▒▓█", ".-+*#"
_DAYS = ("Mon", "", "Wed", "", "Fri", "", "Sun")
_MARGIN = 4


class Heatmap:
    """Weeks side by side; where they don't all fit, the newest."""

    def __init__(self, weeks: Sequence[Week]) -> None:
        """Keep the weeks, the newest last."""
        self.weeks = weeks

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw months, seven lines of days, and what the shades mean."""
        shades = _PLAIN_SHADES if options.ascii_only else _SHADES
        weeks = self.weeks[-(options.max_width - _MARGIN) :]
        step = step_of(weeks)
        yield Text(" " * _MARGIN + _months(weeks), style="quiet", no_wrap=True)
        for weekday, name in enumerate(_DAYS):
            line = Text(f"{name:<{_MARGIN}}", style="quiet", no_wrap=True)
            yield line.append(_line(weeks, weekday, step, shades), style="accent")
        yield Text(
            " " * _MARGIN
            + "  ".join(f"{shade} {meaning}" for shade, meaning in zip(shades, meanings(step), strict=True)),
            style="quiet",
        )


def _months(weeks: Sequence[Week]) -> str:
    """Return the names of months over the weeks in which they begin, where there is room."""
    line = ""
    for column, week in enumerate(weeks):
        begins = column == 0 or week.monday.month != weeks[column - 1].monday.month
        # a month of few columns at the left end gives way to the next one
        if begins and len(line) <= column and _columns(weeks, column) > 2:
            line = f"{line:<{column}}{week.monday:%b} "
    return line[: len(weeks)].rstrip()


def _columns(weeks: Sequence[Week], first: int) -> int:
    return sum(week.monday.month == weeks[first].monday.month for week in weeks[first : first + 5])


def _line(weeks: Sequence[Week], weekday: int, step: int, shades: str) -> str:
    counts = [week.counts[weekday] for week in weeks]
    return "".join(" " if count is None else shades[level(count, step=step)] for count in counts)


def meanings(step: int) -> list[str]:
    """Return the answers a day that each level stands for, from none on."""
    ranges = ["none"]
    for darkness in range(1, LEVELS):
        low, high = (darkness - 1) * step + 1, darkness * step
        ranges.append(f"{low}" if low == high else f"{low}-{high}")
    return [*ranges, f"{(LEVELS - 1) * step + 1} and more"]
