"""A benchmark as tables: one a task, a contender a row.

Leaves out measuring. On a narrow screen the range is left out.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

_NARROW = 60


class Row(NamedTuple):
    """One contender at one task, tokens a second; `share` is its part of the bandwidth ceiling."""

    task: str
    contender: str
    rate: float
    lowest: float
    highest: float
    ratio: float
    share: float | None


class Run(NamedTuple):
    """What was measured, and how: contenders with what they are, and why others didn't take part."""

    model: str
    threads: int
    rounds: int
    bandwidth: float
    contenders: Mapping[str, str]
    absent: Mapping[str, str]
    quiet: int
    waits: int


def bench_view(run: Run, rows: Sequence[Row]) -> list[RenderableType]:
    """Return a table for each task, then who took part and on what machine."""
    parts: list[RenderableType] = [_head(run)]
    first = next(iter(run.contenders), "")
    for task, of_task in groupby(rows, lambda row: row.task):
        parts += [Text(), Text(task, style="head"), _Rows(list(of_task), first)]
    return [*parts, Text(), *_notes(run)]


class _Rows:
    """The contenders of one task."""

    def __init__(self, rows: Sequence[Row], first: str) -> None:
        self._rows = rows
        self._first = first

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = options.max_width >= _NARROW
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style="quiet", pad_edge=False)
        grid.add_column("", style="accent", no_wrap=True)
        for name in self._names(wide):
            grid.add_column(name, justify="right")
        for row in self._rows:
            grid.add_row(row.contender, *self._cells(row, wide))
        yield grid

    def _names(self, wide: bool) -> list[str]:
        names = ["tokens/s", *(["lowest-highest"] if wide else []), f"{self._first} is" if wide else "ratio"]
        return names if self._rows[0].share is None else [*names, "of ceiling"]

    def _cells(self, row: Row, wide: bool) -> Iterable[str]:
        yield f"{row.rate:.1f}"
        if wide:
            yield f"{row.lowest:.1f}-{row.highest:.1f}"
        yield "" if row.contender == self._first else f"{row.ratio:.2f}x"
        if row.share is not None:
            yield f"{row.share:.0%}"


def _head(run: Run) -> Text:
    threads = f"{run.threads} thread{'' if run.threads == 1 else 's'}"
    rounds = f"{run.rounds} round{'' if run.rounds == 1 else 's'}"
    return Text(run.model, style="head").append(f" · {threads} · {rounds}, medians", style="quiet")


def _notes(run: Run) -> Iterable[Text]:
    yield Text(f"memory reads at {run.bandwidth / 1e9:.1f} GB/s: that is the ceiling of decode")
    for name, what in run.contenders.items():
        yield Text(f"{name}: {what}", style="quiet")
    for name, why in run.absent.items():
        yield Text(f"{name} didn't run: {why}", style="quiet")
    if run.waits:
        yield Text(f"{run.quiet} of {run.waits} samples began on an idle machine", style="quiet")
