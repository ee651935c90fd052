"""What is listed: due, standings, history, found questions, settings, banks.

Leaves out where the figures come from (sessions). Below 60 columns rows are stacked, not squeezed.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Protocol

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from drill.study.mastery import Standing
from drill.study.record import Record

_BAR = 20
_NARROW = 60
_MOST_LISTED = 9
Cell = str | Text


class Past(Protocol):
    """One entry of an item's history."""

    @property
    def day(self) -> date: ...
    @property
    def what(self) -> str: ...
    @property
    def detail(self) -> str: ...
    @property
    def counts(self) -> bool: ...


class _Rows:
    """Rows in columns, the first accented, the last folded; on a narrow screen the first stands on top."""

    def __init__(self, rows: Iterable[Sequence[Cell]]) -> None:
        self.rows = list(rows)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width >= _NARROW:
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


def due_view(reviews: int, new: int, minutes: int, topics: Mapping[str, int]) -> RenderableType:
    """Return what is due."""
    head = Text(f"{reviews} due · {new} new · about {minutes} min")
    return Text("\n").join([head, *(Text(f"  {topic} {count}") for topic, count in topics.items())])


def stats_view(
    topics: Sequence[Standing], *, streak: int, answers: int, measured: float | None, expected: float | None
) -> list[RenderableType]:
    """Return mastery by topic as bars, then streak and recall."""
    recall = (
        "" if measured is None or expected is None else f" · recall {measured:.2f}, expected {expected:.2f}"
    )
    rows = [
        (
            topic.topic,
            _bar(topic),
            Text(_figures(topic), style="quiet"),
            Text(f"{topic.seen}/{topic.total} seen"),
        )
        for topic in topics
    ]
    counted = f"{answers} answer{'' if answers == 1 else 's'}"
    head = Text(f"{counted} · streak {streak} day{'' if streak == 1 else 's'}{recall}", style="head")
    return [head, Text(), _Rows(rows)]


def _bar(standing: Standing) -> Text:
    filled = round(_BAR * standing.mastery)
    return Text("#" * filled, style="accent") + Text("." * (_BAR - filled), style="quiet")


def _figures(standing: Standing) -> str:
    return f"{standing.mastery:.2f} ({standing.low:.2f}-{standing.high:.2f})" if standing.seen else "-"


def history_view(
    item: str, record: Record, recall: float | None, past: Sequence[Past]
) -> list[RenderableType]:
    """Return an item's state, then its entries, those that count no more in dim."""
    facts = [f"{record.answers} answers", f"{record.lapses} lapses"]
    facts += [f"due {record.due}"] if record.due else []
    facts += [f"recall {recall:.2f}"] if recall is not None else []
    facts += ["set aside"] if record.is_aside else []
    facts += ["bookmarked"] if record.bookmarked else []
    rows = [
        (f"{entry.day}", Text(entry.what), Text(entry.detail, style="" if entry.counts else "quiet strike"))
        for entry in past
    ]
    return [Text(item, style="head"), Text(" · ".join(facts)), Text(), _Rows(rows)]


def found_view(rows: Sequence[tuple[str, str, str, str]]) -> RenderableType:
    """Return questions with the start of their prompt."""
    lines = []
    for item, topic, kind, prompt in rows:
        lines.append(Text(item, style="accent") + Text(f" · {topic} · {kind}", style="quiet"))
        lines.append(Text(f"  {prompt if len(prompt) <= 150 else prompt[:149] + '…'}"))
    return Text("\n").join(lines) if lines else Text("no question holds all of these words")


def settings_view(rows: Sequence[tuple[str, str, str, str]]) -> RenderableType:
    """Return settings: name, value, what it does, its default where the value differs."""
    cells = []
    for name, value, default, does in rows:
        note = "" if value == default else f" (default {default})"
        cells.append((name, Text(_short(value)), Text(does) + Text(note, style="quiet")))
    return _Rows(cells)


def _short(value: str) -> str:
    first, *rest = value.split(",")
    # the scheduler's weights would push all else off the screen
    return f"{first},… ({len(rest) + 1} numbers)" if len(rest) > _MOST_LISTED else value


def banks_view(rows: Sequence[tuple[str, int, str]]) -> RenderableType:
    """Return banks: whose, how many questions, where."""
    return _Rows([(origin, Text(str(count), justify="right"), Text(path)) for origin, count, path in rows])
