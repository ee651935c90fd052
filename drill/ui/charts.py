"""Charts as panels of SVG: a year, stacked columns, bars with an interval, a curve of calibration.

Leaves out titles, legends and tables beside them (page.py). Colors come from the page, by class.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from drill.study.heatmap import Week, level, step_of
from drill.ui.markup import Markup, element, joined
from drill.ui.page import Panel

# from the least to the most; each differs from the next in more than its hue
SHADES = ("empty", "one", "two", "three", "four")
_WIDTH = 360.0
_PARTS = ("four", "two", "one")
_CELL = 12.0
_MARGIN = 30.0


class Bar(NamedTuple):
    """A name, a share 0 to 1 with its interval, and what is written beside it."""

    name: str
    share: float
    low: float
    high: float
    words: str


def year_panels(weeks: Sequence[Week]) -> list[Panel]:
    """Return the weeks as two halves: side by side at a desk, one under the other on a phone."""
    step, half = step_of(weeks), (len(weeks) + 1) // 2
    return [_weeks_panel(part, step) for part in (weeks[:half], weeks[half:])]


def _weeks_panel(weeks: Sequence[Week], step: int) -> Panel:
    parts: list[Markup] = [
        _text(0, 26 + weekday * _CELL, name, quiet=True)
        for weekday, name in ((0, "Mon"), (2, "Wed"), (4, "Fri"), (6, "Sun"))
    ]
    for place, week in enumerate(weeks):
        x = _MARGIN + place * _CELL
        begins = week.monday.day <= 7
        if begins:
            parts.append(_text(x, 10, f"{week.monday:%b}", quiet=True))
        parts += [
            _box(x, 17 + weekday * _CELL, _CELL - 2, _CELL - 2, SHADES[level(amount, step=step)])
            for weekday, amount in enumerate(week.counts)
            if amount is not None
        ]
    return Panel(_WIDTH, 17 + 7 * _CELL, joined(*parts))


def columns_panel(parts: Sequence[Sequence[float]], labels: Sequence[str]) -> Panel:
    """Return stacked columns of up to three parts each, from the bottom up, with a label under some."""
    top = max((sum(column) for column in parts), default=0.0) or 1.0
    height, wide = 130.0, (_WIDTH - _MARGIN) / max(1, len(parts))
    drawn = [_axis(_MARGIN, height, _WIDTH, height)]
    for share in (0.5, 1.0):
        y = height - share * (height - 15)
        drawn += [_axis(_MARGIN, y, _WIDTH, y), _text(0, y + 4, f"{top * share:.0f}", quiet=True)]
    for place, (column, label) in enumerate(zip(parts, labels, strict=True)):
        x, floor = _MARGIN + place * wide, height
        for part, shade in zip(column, _PARTS, strict=False):
            tall = part / top * (height - 15)
            floor -= tall
            if tall:
                drawn.append(_box(x + 1, floor, wide - 2, tall, shade))
        if label:
            drawn.append(_text(x, height + 14, label, quiet=True))
    return Panel(_WIDTH, height + 18, joined(*drawn))


def bars_panel(bars: Sequence[Bar]) -> Panel:
    """Return bars one under the other, each under its name and with the interval as a line."""
    high, drawn = 30.0, []
    for place, bar in enumerate(bars):
        y = place * high
        drawn += [_text(0, y + 11, bar.name), _text(_WIDTH, y + 11, bar.words, quiet=True, anchor="end")]
        drawn.append(_box(0.5, y + 15, _WIDTH - 1, 8, "empty"))
        if bar.share:
            drawn.append(_box(0.5, y + 15, bar.share * (_WIDTH - 1), 8, "three"))
            ends = [0.5 + share * (_WIDTH - 1) for share in (bar.low, bar.high)]
            drawn.append(element("line", x1=ends[0], x2=ends[1], y1=y + 19, y2=y + 19, class_="whisker"))
    return Panel(_WIDTH, max(high, high * len(bars)), joined(*drawn))


def calibration_panel(points: Sequence[tuple[float, float]]) -> Panel:
    """Return predicted (across) against measured (up), both 0 to 1, and the line on which they agree."""
    size, left = 200.0, 60.0

    def at(predicted: float, measured: float) -> tuple[float, float]:
        return left + predicted * size, size + 10 - measured * size

    (x0, y0), (x1, y1) = at(0, 0), at(1, 1)
    drawn = [_axis(x0, y0, x1, y0), _axis(x0, y0, x0, y1)]
    drawn.append(element("line", x1=x0, y1=y0, x2=x1, y2=y1, class_="diagonal"))
    for share in (0.0, 0.5, 1.0):
        drawn.append(_text(at(share, 0)[0], y0 + 14, f"{share:g}", quiet=True, anchor="middle"))
        drawn.append(_text(x0 - 6, at(0, share)[1] + 4, f"{share:g}", quiet=True, anchor="end"))
    for (xa, ya), (xb, yb) in pairwise(at(*point) for point in points):
        drawn.append(element("line", x1=xa, y1=ya, x2=xb, y2=yb, class_="four"))
    for x, y in (at(*point) for point in points):
        drawn.append(element("circle", cx=x, cy=y, r=4, class_="four"))
    drawn += [
        _text(x1 + 8, y0 + 4, "predicted", quiet=True),
        _text(x0 + 6, y1 + 4, "right", quiet=True),
    ]
    return Panel(_WIDTH, size + 30, joined(*drawn))


def _text(x: float, y: float, words: str, *, quiet: bool = False, anchor: str | None = None) -> Markup:
    return element("text", words, x=x, y=y, class_="quiet" if quiet else None, text_anchor=anchor)


def _box(x: float, y: float, width: float, height: float, shade: str) -> Markup:
    return element("rect", x=x, y=y, width=width, height=height, class_=shade)


def _axis(x1: float, y1: float, x2: float, y2: float) -> Markup:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="axis")
