"""What is listed: due, history, found questions, settings, banks.

Leaves out where the figures come from (sessions), and those of `drill stats` (stats.py).
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

from rich.console import RenderableType
from rich.text import Text

from drill.study.record import Record
from drill.ui.rows import Rows

_MOST_LISTED = 9


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


def due_view(reviews: int, new: int, minutes: int, topics: Mapping[str, int]) -> RenderableType:
    """Return what is due."""
    head = Text(f"{reviews} due · {new} new · about {minutes} min")
    return Text("\n").join([head, *(Text(f"  {topic} {count}") for topic, count in topics.items())])


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
    return [Text(item, style="head"), Text(" · ".join(facts)), Text(), Rows(rows)]


def found_view(
    rows: Sequence[tuple[str, str, str, str]], near: Sequence[tuple[str, str, str, str]] = ()
) -> RenderableType:
    """Return questions with the start of their prompt: those that hold the words, those near in meaning."""
    lines = _found(rows) or [Text("no question holds all of these words")]
    if near:
        lines += [Text(), Text("near in meaning", style="quiet"), *_found(near)]
    return Text("\n").join(lines)


def _found(rows: Sequence[tuple[str, str, str, str]]) -> list[Text]:
    lines = []
    for item, topic, kind, prompt in rows:
        lines.append(Text(item, style="accent") + Text(f" · {topic} · {kind}", style="quiet"))
        lines.append(Text(f"  {prompt if len(prompt) <= 150 else prompt[:149] + '…'}"))
    return lines


def settings_view(rows: Sequence[tuple[str, str, str, str]]) -> RenderableType:
    """Return settings: name, value, what it does, its default where the value differs."""
    cells = []
    for name, value, default, does in rows:
        note = "" if value == default else f" (default {default})"
        cells.append((name, Text(_short(value)), Text(does) + Text(note, style="quiet")))
    return Rows(cells)


def _short(value: str) -> str:
    first, *rest = value.split(",")
    # the scheduler's weights would push all else off the screen
    return f"{first},… ({len(rest) + 1} numbers)" if len(rest) > _MOST_LISTED else value


def banks_view(rows: Sequence[tuple[str, int, str]]) -> RenderableType:
    """Return banks: whose, how many questions, where."""
    return Rows([(origin, Text(str(count), justify="right"), Text(path)) for origin, count, path in rows])
