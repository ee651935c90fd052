"""One self-contained page of HTML: sections of text, figures, tables and charts.

Leaves out what stands in them. Nothing is loaded: no script, font or picture from elsewhere. Each chart has
its table beside it; the page reads well on paper, in the dark, by keyboard and by ear.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import count, zip_longest
from typing import NamedTuple

from drill.ui.markup import Markup, element
from drill.ui.page_style import STYLE

# each number is taken whole: else a row of digits could be split in endlessly many ways
_NUMBER = re.compile(r"-|(?>[-+]?[\d,.]+ ?(%|s|h|min|GiB|MiB|tok/s)? ?)+")
# longer texts may be folded, and get room for some words a line
_SHORT = 24
_DEEPEST = 6


class Table(NamedTuple):
    """A table: its caption, the heads of its columns, and rows whose first cell names the row."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


class Chart(NamedTuple):
    """A chart in panels of SVG, what it shows in a sentence, its legend, and the same figures as a table.

    `swatches` are pairs of a style class and its meaning.
    """

    title: str
    description: str
    panels: Sequence["Panel"]
    table: Table
    swatches: Sequence[tuple[str, str]] = ()


class Panel(NamedTuple):
    """The inside of an SVG and its size in units of which a phone shows 360 side by side."""

    width: float
    height: float
    inside: Markup


class Facts(NamedTuple):
    """Key figures: names and values."""

    pairs: Sequence[tuple[str, str]]


class Section(NamedTuple):
    """A heading and what stands under it; a section may hold sections."""

    title: str
    parts: Sequence["Part"]
    wide: bool = False


Part = str | Table | Chart | Facts | Section


def page(title: str, lead: str, sections: Sequence[Section], *, lang: str = "en", style: str = "") -> str:
    """Return a whole page; `style` is CSS of its own, after what all pages have."""
    numbers = count(1)
    body = [_section(section, 2, numbers) for section in sections]
    contents = [
        element("li", element("a", section.title, href=f"#section-{number}"))
        for number, section in _numbered(sections)
    ]
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        # else a browser asks for one
        element("link", rel="icon", href="data:,"),
        element("title", title),
        element("style", Markup(STYLE + style)),
    )
    landmarks = element(
        "body",
        element("a", "Skip to the figures", class_="skip", href="#main"),
        element("header", element("h1", title), element("p", lead)),
        element("nav", element("ul", *contents), aria_label="Sections"),
        element("main", *body, id="main", tabindex="-1"),
    )
    return f"<!DOCTYPE html>\n{element('html', head, landmarks, lang=lang)}\n"


def _numbered(sections: Sequence[Section]) -> Iterator[tuple[int, Section]]:
    """Yield each section with the number that its id ends with: those within count too."""
    number = 1
    for section in sections:
        yield number, section
        number += _size(section)


def _size(section: Section) -> int:
    return 1 + sum(_size(part) for part in section.parts if isinstance(part, Section))


def _section(section: Section, depth: int, numbers: Iterator[int]) -> Markup:
    name = f"section-{next(numbers)}"
    charts = count(1)
    heading = element(f"h{min(depth, _DEEPEST)}", section.title)
    parts = [_part(part, depth, numbers, lambda: f"{name}-chart-{next(charts)}") for part in section.parts]
    wide = "wide" if section.wide else None
    return element("section", heading, *parts, id=name, class_=wide)


def _part(part: Part, depth: int, numbers: Iterator[int], new_id: Callable[[], str]) -> Markup:
    if isinstance(part, Section):
        return _section(part, depth + 1, numbers)
    if isinstance(part, Table):
        return _table(part)
    if isinstance(part, Chart):
        return _chart(part, new_id())
    if isinstance(part, Facts):
        pairs = [element("div", element("dt", name), element("dd", value)) for name, value in part.pairs]
        return element("dl", *pairs)
    return element("p", part)


def _table(table: Table) -> Markup:
    columns = list(zip(*table.rows, strict=True))
    styles = [_style(column) for column in columns]
    rows = [element("tr", *_cells(row, styles)) for row in table.rows]
    head = element(
        "tr",
        *(element("th", text, scope="col", class_=style) for text, style in zip_longest(table.head, styles)),
    )
    whole = element(
        "table", element("caption", table.caption), element("thead", head), element("tbody", *rows)
    )
    # a table wider than a phone scrolls by itself, by keyboard too
    return element("div", whole, class_="scroll", role="region", aria_label=table.caption, tabindex="0")


def _style(column: Sequence[str]) -> str | None:
    """Return the class of a column: numbers stand at the right, long texts may be folded."""
    if all(_NUMBER.fullmatch(text) for text in column):
        return "number"
    return "long" if any(len(text) > _SHORT for text in column) else None


def _cells(row: Sequence[str], styles: Sequence[str | None]) -> Iterator[Markup]:
    for place, (text, style) in enumerate(zip(row, styles, strict=True)):
        if place == 0:
            yield element("th", text, scope="row", class_=style)
        else:
            yield element("td", text, class_=style)


def _chart(chart: Chart, name: str) -> Markup:
    panels = [_panel(panel, chart, f"{name}-{place}", place) for place, panel in enumerate(chart.panels, 1)]
    swatches = [
        element("li", element("span", class_=f"swatch {style}", aria_hidden="true"), meaning)
        for style, meaning in chart.swatches
    ]
    return element(
        "figure",
        element("figcaption", chart.description),
        element("div", *panels, class_="panels"),
        element("ul", *swatches, class_="legend") if swatches else "",
        element("details", element("summary", f"{chart.title}: as a table"), _table(chart.table)),
    )


def _panel(panel: Panel, chart: Chart, name: str, place: int) -> Markup:
    of = f", part {place} of {len(chart.panels)}" if len(chart.panels) > 1 else ""
    return element(
        "svg",
        element("title", f"{chart.title}{of}", id=f"{name}-title"),
        element("desc", chart.description, id=f"{name}-desc"),
        panel.inside,
        viewBox=f"0 0 {panel.width:g} {panel.height:g}",
        role="img",
        aria_labelledby=f"{name}-title",
        aria_describedby=f"{name}-desc",
    )
