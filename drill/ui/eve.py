"""The evening before: what it will hold, and interview answers as key points.

Leaves out the questions of the sitting (sheet.py).
"""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from drill.study.eve import Eve
from drill.ui.today import in_days
from drill.ui.verdict import day_words


def eve_view(eve: Eve) -> list[RenderableType]:
    """Return what the evening will hold and how long it takes."""
    title = Text("The evening before", style="head")
    if eve.interview:
        title.append(f" · interview {in_days((eve.interview - eve.today).days)}", style="accent")
    else:
        title.append(" · no interview ahead: `drill config interview DATE`", style="quiet")
    told = f"about {eve.minutes} min; no due day is changed"
    none = [] if eve.parts.items else [Text("The quiz asked nothing yet, so there is nothing to go over.")]
    return [title, Text(), *none, _counts(eve), Text(), Text(told, style="quiet")]


def _counts(eve: Eve) -> RenderableType:
    parts = eve.parts
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="accent")
    for count, does in (
        (len(parts.sure), "you missed and were sure of"),
        (len(parts.leeches), "set aside after many misses"),
        (len(parts.marked), "with your note or bookmark"),
        (len(parts.weakest), f"you may least know on {day_words(eve.day)}"),
        (eve.answers, "interview questions to read, as key points"),
    ):
        if count:
            grid.add_row(f"{count}", does)
    return grid


def points_view(
    place: int, total: int, topic: str, prompt: Sequence[RenderableType], points: Sequence[Text]
) -> list[RenderableType]:
    """Return an interview question and what a good answer says."""
    head = Text(f"{place} of {total} · {topic}", style="accent")
    bullets = Table.grid(padding=(0, 1))
    for point in points:
        bullets.add_row("  -", point)
    return [head, Text(), *prompt, Text(), bullets]
