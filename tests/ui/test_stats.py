"""`drill stats` and `drill map` at three widths, with color and without, in signs that every terminal has."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from syrupy.assertion import SnapshotAssertion

from drill.errors import UsageError
from drill.study.confidence import Sureness
from drill.study.linemap import LineStanding
from drill.study.question import Topic
from drill.study.statistics import Statistics
from drill.ui.console import make_console
from drill.ui.linemap import map_view
from drill.ui.stats import overview, section_names, sections_view
from drill.ui.stats_sections import SECTIONS

Draw = Callable[..., str]


class Ascii(io.StringIO):
    """A stream of a terminal that knows ASCII alone."""

    encoding = "ascii"


@pytest.fixture(params=[40, 80, 120])
def draw(request: pytest.FixtureRequest) -> Draw:
    """Draw parts at a width that no line may pass."""

    def draw_it(*parts: RenderableType, out: io.StringIO | None = None) -> str:
        out = out or io.StringIO()
        console: Console = make_console(out, {}, width=request.param)
        console.print(Group(*parts))
        text = "\n".join(map(str.rstrip, out.getvalue().splitlines()))
        assert [line for line in text.splitlines() if cell_len(line) > request.param] == []
        return text

    return draw_it


def test_overview(draw: Draw, statistics: Statistics, snapshot: SnapshotAssertion) -> None:
    assert draw(*overview(statistics)) == snapshot


def test_sections(draw: Draw, statistics: Statistics, snapshot: SnapshotAssertion) -> None:
    assert draw(*sections_view(statistics, list(SECTIONS))) == snapshot


def test_map(draw: Draw, lines: dict[Topic, list[LineStanding]], snapshot: SnapshotAssertion) -> None:
    assert draw(map_view(lines)) == snapshot


def test_where_only_ascii_is_known(draw: Draw, statistics: Statistics) -> None:
    text = draw(*overview(statistics), *sections_view(statistics, ["forecast"]), out=Ascii())
    charts = [line for line in text.splitlines() if line.startswith("Mon ") or "scheduled" in line]
    assert len(charts) == 2
    assert all(line.isascii() for line in charts)


def empty(statistics: Statistics, **fields: Any) -> Statistics:
    return statistics._replace(
        **{
            "bins": [],
            "rated_sure": 0,
            "sure": [],
            "brier": None,
            "sureness": [],
            "hardest": [],
            "efforts": [],
            "topic_efforts": [],
            **fields,
        }
    )


def test_a_first_day_says_what_is_not_there_yet(draw: Draw, statistics: Statistics) -> None:
    nobody = empty(
        statistics, loads=[load._replace(scheduled=0, returns=0, new=0) for load in statistics.loads]
    )
    text = draw(*overview(nobody), *sections_view(nobody, list(SECTIONS)))
    for words in (
        "nothing in the next",
        "nothing came back",
        "confidence on",
        "nothing was missed",
        "no time yet",
    ):
        assert words in text
    few = empty(statistics, rated_sure=3, brier=statistics.brier)
    text = " ".join(draw(*sections_view(few, ["sure", "confidence"])).split())
    assert "never yet" in text
    assert "from 30 answers on a chart shows how often you were right" in text


def test_the_mark_on_a_bar_is_where_it_should_end(draw: Draw, statistics: Statistics) -> None:
    shares = [Sureness(1, 0.35, 1.0, 20), Sureness(3, 0.95, 0.5, 20)]
    text = draw(*sections_view(statistics._replace(sureness=shares), ["confidence"]))
    assert "#######|############" in text
    assert "##########.........|" in text
    assert "on average you said 0.65, and 0.75 were right" in " ".join(text.split())


def test_sections_by_name_come_once() -> None:
    assert section_names(["recall", "year", "recall"]) == ["recall", "year"]
    with pytest.raises(UsageError, match="no section `x`; there are topics, ready, year, forecast"):
        section_names(["year", "x"])
