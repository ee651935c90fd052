"""An interview answer beside its rubric: one's own sentences, and the key point asked about now.

Leaves out scoring (study/marking/rubric.py).
"""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from drill.study.text import harmless


def sentences_view(sentences: Sequence[str], ticked: int | None) -> list[RenderableType]:
    """Return numbered sentences; the one that is ticked stands out."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(justify="right", no_wrap=True)
    grid.add_column()
    for number, sentence in enumerate(sentences, 1):
        style = "accent" if number - 1 == ticked else ""
        grid.add_row(Text(str(number), style="strong"), Text(harmless(sentence), style=style))
    return [Text(), grid] if sentences else []


def note_view(note: str) -> list[RenderableType]:
    """Return a quiet line of its own; nothing for an empty one."""
    return [Text(), Text(harmless(note), style="quiet")] if note else []


def point_view(place: int, total: int, point: str) -> list[RenderableType]:
    """Return the key point asked about."""
    return [Text(), Text(f"key point {place} of {total}", style="quiet"), Text(point, style="strong")]


def claim_view(claim: str) -> list[RenderableType]:
    """Return the wrong claim asked about."""
    return [Text(), Text("a common wrong claim: did you say it?", style="quiet"), Text(claim, style="strong")]


def ticked_view(points: Sequence[str], said: Sequence[int]) -> list[RenderableType]:
    """Return all key points, those said and those not."""
    grid = Table.grid(padding=(0, 1))
    for place, point in enumerate(points):
        is_said = place in said
        grid.add_row(Text("+" if is_said else "-", style="right" if is_said else "wrong"), Text(point))
    return [Text(), grid]
