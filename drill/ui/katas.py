"""Katas listed, one kata's standing, a diff, and the lines of a checkup.

Leaves out a verdict (kata.py).
"""

from collections.abc import Iterable, Sequence
from datetime import date

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from drill.study.kata import Attempt, Exercise
from drill.study.record import Record
from drill.ui.kata import head_view
from drill.ui.verdict import day_words

Row = tuple[str, Exercise, Record, bool]


def list_view(rows: Sequence[Row]) -> RenderableType:
    """Return all katas: slug, minutes, title, and how each stands."""
    grid = Table.grid(padding=(0, 2))
    for style in ("accent", "quiet", None, "quiet"):
        grid.add_column(style=style, no_wrap=style is not None)
    for slug, exercise, record, is_open in rows:
        grid.add_row(slug, f"{exercise.minutes:g} min", exercise.title, _standing(record, is_open=is_open))
    return grid


def _standing(record: Record, *, is_open: bool) -> str:
    if is_open:
        return "open"
    return "new" if record.due is None else f"due {day_words(record.due)}"


def status_view(
    slug: str,
    attempt: Attempt | None,
    *,
    seconds_left: float | None,
    due: date | None,
    passes: int,
    submits: int,
) -> list[RenderableType]:
    """Return how a kata stands."""
    head = Text(f"{slug} · no attempt is open", style="accent")
    if attempt is not None:
        head = head_view(slug, attempt, seconds_left=seconds_left, number=0)
    facts = [f"{submits} submitted", f"{passes} passed", *([f"due {day_words(due)}"] if due else [])]
    return [head, Text(" · ".join(facts), style="quiet")]


def diff_view(lines: Sequence[str]) -> list[RenderableType]:
    """Return a unified diff, colored, signs kept."""
    styles = {"+": "right", "-": "wrong", "@": "accent"}
    names = ("+++", "---")
    return [
        Text(line, style="quiet" if line.startswith(names) else styles.get(line[:1], "")) for line in lines
    ]


def findings_view(findings: Iterable[tuple[str, str, str]]) -> RenderableType:
    """Return a line for each finding: a sign, its name, what it says."""
    signs = {"good": Text("*", style="right"), "weak": Text("-"), "bad": Text("x", style="wrong")}
    grid = Table.grid(padding=(0, 2))
    for name, state, says in findings:
        grid.add_row(signs[state], name, says)
    return grid
