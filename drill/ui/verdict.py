"""What stands below a question once it was answered: the verdict, and why.

Leaves out the marks beside the options (sheet.py).
"""

from collections.abc import Iterable, Sequence
from datetime import date

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from drill.study.reasons import Why
from drill.ui.prose import Texts, typed


def given_view(prompt: str, text: str) -> list[RenderableType]:
    """Return what the learner typed, where they typed it."""
    if not text:
        return []
    return [Text(), Text().append(prompt, style="quiet").append(typed(text))]


def verdict_view(*, right: bool, facts: Iterable[str], says: str) -> list[RenderableType]:
    """Return the verdict's line, right or wrong with facts in short; below it what there is to say of it."""
    # appended, since the style of a whole line would color what follows too
    line = Text().append("right" if right else "wrong", style="right" if right else "wrong")
    for fact in facts:
        line.append(" · ", style="quiet")
        line.append(fact)
    return [Text(), line, Text(), Text(says)] if says else [Text(), line]


def answer_view(answer: str) -> list[RenderableType]:
    """Return the right answer of a question whose page doesn't show it; its lines stay below one another."""
    grid = Table.grid(padding=(0, 1))
    grid.add_row(Text("answer:", style="quiet"), Text(answer, style="accent"))
    return [Text(), grid]


def explanation_view(texts: Texts, explanation: str, whys: Sequence[Why]) -> list[RenderableType]:
    """Return the explanation, then each reason under its label."""
    parts: list[RenderableType] = [Text(), *texts.blocks(explanation)]
    for why in whys:
        label = Text().append(f"{why.label}: ", style="right" if why.right else "strong")
        parts += [Text(), label.append(texts.line(why.text))]
    return parts


def sources_view(sources: Sequence[str]) -> list[RenderableType]:
    """Return where the facts stand."""
    return [Text(), *(Text(f"source: {source}", style="quiet") for source in sources)]


def ratings_view(days: Sequence[tuple[str, date, int]], chosen: int) -> list[RenderableType]:
    """Return the four ratings by key, each with the day on which the item would come back."""
    lines: list[RenderableType] = [Text(), Text("comes back, by rating", style="quiet")]
    for place, (name, day, ahead) in enumerate(days, 1):
        mark = "*" if place == chosen else " "
        when = f"{day_words(day)}, in {ahead} day{'' if ahead == 1 else 's'}"
        lines.append(Padding(Text(f"{mark} {place} {name:<6} {when}"), (0, 0, 0, 1)))
    return lines


def day_words(day: date) -> str:
    """Return a day as `Thu 3 Dec`."""
    return f"{day:%a} {day.day} {day:%b}"
