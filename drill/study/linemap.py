"""How each line of the outline stands.

Leaves out reading the outline (content) and drawing the map (ui).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from drill.study.mastery import Standing, standing
from drill.study.outline import OutlineLine


class LineStanding(NamedTuple):
    """A line, its standing under its key, and how many of its items are due today."""

    line: OutlineLine
    standing: Standing
    due: int


class LineItem(NamedTuple):
    """An item of a line: its recall, None for one never answered, and whether it is due."""

    recall: float | None
    due: bool


def line_standings(
    lines: Iterable[OutlineLine], items: Mapping[str, Sequence[LineItem]]
) -> list[LineStanding]:
    """Return each line's standing by the items under its key; the weakest first, those not begun last."""
    found = [_line_standing(line, items.get(line.key, ())) for line in lines]
    return sorted(found, key=lambda one: (not one.standing.seen, one.standing.mastery))


def _line_standing(line: OutlineLine, items: Sequence[LineItem]) -> LineStanding:
    recalls = [item.recall for item in items if item.recall is not None]
    return LineStanding(line, standing(line.key, recalls, len(items)), sum(item.due for item in items))
