"""A placement and readiness as pages, at three widths, from the first key to the last screen."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console, Group
from syrupy.assertion import SnapshotAssertion

from drill.study.posterior import Estimate
from drill.study.question import ItemId, Topic
from drill.study.readiness import PlacementReport, Ready
from drill.ui.console import make_console
from drill.ui.readiness import placed_view, readiness_view

READY = [
    Ready(None, Estimate(0.624, 0.507, 0.718, 18.0), 18.0),
    Ready(Topic("kv-cache"), Estimate(0.41, 0.2, 0.66, 6.0), 6.0),
    Ready(Topic("context-windows"), None, 1.0),
    Ready(Topic("serving"), None, 0.0),
]
REPORT = PlacementReport(
    ready=READY,
    rights={Topic("kv-cache"): (2, 6), Topic("context-windows"): (1, 1)},
    known=[ItemId("kv-grows-with"), ItemId("ctx-rate"), ItemId("kv-heads")],
    missed={Topic("kv-cache"): [ItemId(f"kv-missed-{n}") for n in range(4)]},
    later=31,
    seconds=512.0,
)


@pytest.fixture(params=[40, 80, 120])
def draw(request: pytest.FixtureRequest) -> Callable[..., str]:
    """Draw parts at a width that no line may pass."""

    def draw_it(*parts: Any) -> str:
        out = io.StringIO()
        console: Console = make_console(out, {}, width=request.param)
        console.print(Group(*parts))
        text = "\n".join(map(str.rstrip, out.getvalue().splitlines()))
        assert [line for line in text.splitlines() if cell_len(line) > request.param] == []
        return text

    return draw_it


def test_the_last_screen(draw: Callable[..., str], snapshot: SnapshotAssertion) -> None:
    assert draw(*placed_view(REPORT)) == snapshot


def test_readiness(draw: Callable[..., str], snapshot: SnapshotAssertion) -> None:
    assert draw(*readiness_view(READY)) == snapshot


def test_all_right_leaves_nothing_to_read(draw: Callable[..., str]) -> None:
    text = draw(*placed_view(REPORT._replace(missed={}, later=0)))
    assert "to read" not in text
    assert "missed" not in text
    assert "too easy" not in text


# what is given in turn under seed 1: a short answer, an output, a choice, a bug, several choices, a number
GIVEN = (":?", "1", "?", "2", "a", "b", "?", "4 GiB")


@pytest.mark.usefixtures("width")
def test_a_placement_from_the_first_key_to_the_end(seat: Any, snapshot: SnapshotAssertion) -> None:
    assert seat.screens("placement", "--seed", "1", strokes=("\r", *GIVEN)) == snapshot


def test_left_at_once_or_in_the_middle(seat: Any) -> None:
    [intro, end] = seat.run("placement", "--seed", "1", strokes=("q",))
    assert "About 18 questions in 10 minutes" in intro
    assert end == ""
    seat.run("placement", "--seed", "1", strokes=("\r", "block table", ":q"))
    # no word of welcome where it goes on
    pages = seat.run("placement", "--seed", "2", strokes=(":q",))
    assert "2/6" in pages[0]
    assert "placement · 1 answered · 1 right" in pages[-1]
    assert "1 question set as known" in pages[-1]


def test_when_all_was_asked_it_says_so(seat: Any) -> None:
    seat.run("placement", "--seed", "1", strokes=("\r", *GIVEN))
    assert "placement · 6 answered" in seat.run("placement")[-1]
    [page] = seat.run("placement", now="2026-12-11T09:00:00+01:00")
    assert page == "nothing is left to ask; `drill stats ready` shows how ready you are\n"
