"""A page is sound HTML: closed elements, ids once, headings in order, nothing loaded, every text escaped."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.linemap import LineStanding
from drill.study.question import Topic
from drill.study.statistics import Statistics
from drill.study.text import harmless
from drill.ui.markup import Markup, element, joined
from drill.ui.page import Chart, Facts, Panel, Section, Table, page
from drill.ui.page_style import COLORS, STYLE
from drill.ui.stats_page import stats_page

VOID = {"meta", "link", "br", "hr"}
REFERENCES = ("aria-labelledby", "aria-describedby")
Attributes = dict[str, str | None]


class Reader(HTMLParser):
    """Reads a page and keeps elements with their attributes and texts; fails where one is closed wrongly."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, Attributes]] = []
        self.texts: list[str] = []
        self.children: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        self.elements.append((tag, dict(attrs)))
        self.children.append((self.open[-1] if self.open else "", tag))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.texts.append(data)

    def of(self, *names: str) -> list[Attributes]:
        return [attributes for name, attributes in self.elements if name in names]

    def ids(self) -> list[str]:
        return [str(attributes["id"]) for _, attributes in self.elements if "id" in attributes]

    def references(self) -> Iterator[str]:
        for _, attributes in self.elements:
            yield from (word for name in REFERENCES for word in (attributes.get(name) or "").split())
            target = attributes.get("href") or ""
            if target.startswith("#"):
                yield target[1:]


TABLE = Table("Bytes", ("Type", "Bytes"), [("BF16", "2"), ("a longer kind of name than most", "-")])
CHART = Chart(
    "Speed",
    "It rises.",
    [Panel(10, 5, element("rect", width=1)), Panel(1, 1, Markup())],
    TABLE,
    [("one", "x")],
)
SECTIONS = [
    Section(
        "First",
        ["text", Facts([("Answers", "9")]), Section("Inner", [TABLE, Section("Deep", [CHART])]), CHART],
    ),
    Section("Second", [TABLE], wide=True),
]


def assert_sound(text: str) -> Reader:
    """Assert what holds of every page."""
    reader = Reader(text)
    assert text.startswith("<!DOCTYPE html>\n<html lang=")
    assert len(reader.ids()) == len(set(reader.ids()))
    assert set(reader.references()) <= set(reader.ids())
    heads = [int(name[1]) for name, _ in reader.elements if re.fullmatch(r"h[1-6]", name)]
    assert heads.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(heads))
    assert [len(reader.of(name)) for name in ("header", "nav", "main", "title")][:3] == [1, 1, 1]
    assert len(reader.of("caption")) == len(reader.of("table"))
    assert {attributes.get("scope") for attributes in reader.of("th")} <= {"row", "col"}
    assert all(attributes["role"] == "img" for attributes in reader.of("svg"))
    drawn = [child for parent, child in reader.children if parent == "svg" and child in {"title", "desc"}]
    assert len(drawn) == 2 * len(reader.of("svg"))
    return reader


def assert_loads_nothing(text: str) -> None:
    reader = Reader(text)
    assert reader.of("script", "img", "iframe", "object", "embed", "video", "audio") == []
    assert [
        name for _, attributes in reader.elements for name in attributes if name in {"src", "srcset"}
    ] == []
    assert [a.get("href") for a in reader.of("link")] == ["data:,"]
    assert re.search(r"https?:|//|url\(|@import", STYLE) is None


def test_a_page_is_sound() -> None:
    reader = assert_sound(page("Report", "On a day", SECTIONS))
    assert [a["href"] for a in reader.of("a")] == ["#main", "#section-1", "#section-4"]
    assert reader.ids().count("section-4") == 1
    assert_loads_nothing(page("Report", "On a day", SECTIONS))
    assert reader.of("html") == [{"lang": "en"}]


def test_the_page_of_figures_is_sound(statistics: Statistics, lines: dict[Topic, list[LineStanding]]) -> None:
    text = stats_page(statistics, lines)
    reader = assert_sound(text)
    assert_loads_nothing(text)
    assert len(reader.of("svg")) == 8
    assert len(reader.of("details")) == 7
    # the learner's own topic holds markup of its own
    assert "<b>own</b> & more" in reader.texts
    assert reader.of("b", "i", "all") == []
    # a screen reader lists them by name
    labels = [attributes["aria-label"] for _, attributes in reader.elements if "aria-label" in attributes]
    assert len(labels) == len(set(labels))


def test_a_first_day_is_a_page_too(statistics: Statistics) -> None:
    nobody = statistics._replace(
        bins=[],
        rated_sure=0,
        sure=[],
        brier=None,
        sureness=[],
        hardest=[],
        efforts=[],
        topic_efforts=[],
        topics=[],
        answers=0,
        interview=None,
    )
    reader = assert_sound(stats_page(nobody, {}))
    assert {"Nothing came back yet on a later day.", "No time yet.", "Nothing was missed yet."} <= set(
        reader.texts
    )


def test_numbers_stand_at_the_right_and_long_texts_may_be_folded() -> None:
    rows = [("a", "1 h 30 min", "once", "x" * 30), ("b", "12", "2 times", "")]
    reader = Reader(page("T", "", [Section("S", [Table("C", ("n", "t", "o", "l"), rows)])]))
    assert [attributes.get("class") for attributes in reader.of("td")] == ["number", None, "long"] * 2


@given(st.text(max_size=40), st.text(max_size=40))
def test_every_text_comes_out_as_it_went_in(title: str, cell: str) -> None:
    table = Table(cell, (title, cell), [(cell, title)])
    chart = CHART._replace(title=title, description=cell, table=table, swatches=[("one", title)])
    text = page(title, cell, [Section(title, [cell, Facts([(cell, title)]), table, chart])])
    reader = assert_sound(text)
    for given_text in (title, cell):
        # the parser reads line ends as a browser does
        assert harmless(given_text).strip() in "\n".join(reader.texts)
    labels = [attributes["aria-label"] for attributes in reader.of("div") if "aria-label" in attributes]
    assert labels == [harmless(cell)] * 2


def test_markup_stands_and_text_is_escaped() -> None:
    inner = element("b", "a < b & c")
    assert element("p", inner, "<i>", class_='x"y', aria_label=None, hidden=True, width=1.25) == (
        '<p class="x&quot;y" hidden width="1.2"><b>a &lt; b &amp; c</b>&lt;i&gt;</p>'
    )
    assert element("br") == "<br>"
    assert joined("\x1b[31m<", between="") == "␛[31m&lt;"


def luminance(color: str) -> float:
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("side", [0, 1], ids=["day", "night"])
def test_text_and_charts_can_be_seen(side: int) -> None:
    ground = COLORS["ground"][side]
    for name in ("text", "quiet", "accent"):
        assert contrast(COLORS[name][side], ground) >= 4.5
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def test_a_long_row_of_digits_in_a_cell_takes_no_time() -> None:
    """Else a key of someone else's bank could keep a page from ever being done."""
    cells = ["1" * 5000 + "x", "1," * 5000 + "x", "1 s " * 2000 + "x", "- 1" * 2000]
    html = page("Figures", "", [Section("One", [Table("A table", ("Name",), [(cell,) for cell in cells])])])
    assert 'class="number"' not in html
