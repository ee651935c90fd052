"""The pages around the questions, from a journal of several days: today, the end, lists, a primer."""

from collections.abc import Callable
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

# what is right under seed 1
RIGHT = {
    "choice": "b",
    "multi": "b,d",
    "numeric": "4 GiB",
    "short": "block table",
    "order": "bdca",
    "predict": r"131072\n[bold]🧮[/bold]",
    "bug": "2 c",
    "open": "It reads the weights. It reads the cache. There is little arithmetic.",
}
Day = Callable[..., None]

pytestmark = pytest.mark.usefixtures("width")


@pytest.fixture
def live(seat: Any, drill: Callable[..., Any]) -> Day:
    """Live a day of December: each kind that is due, or new, is answered; those in `missed` wrong."""

    def live_it(day: int, *, missed: tuple[str, ...] = (), kinds: tuple[str, ...] = tuple(RIGHT)) -> None:
        now = f"2026-12-{day:02}T09:00:00+01:00"
        for kind in kinds:
            value = "?" if kind in missed else RIGHT[kind]
            drill("quiz", "--kind", kind, "--new", "1", "--limit", "1", "--seed", "1", stdin=value, now=now)

    return live_it


@pytest.fixture
def nine_days(seat: Any, live: Day, cache: Path) -> None:
    """Practice up to the ninth day, two kinds never learned; lived once and kept beside the cache."""
    journal, kept = seat.paths.journal, cache / "nine-days.db"
    if not kept.exists():
        for day in range(3, 10):
            live(day, missed=("numeric", "bug"))
        copyfile(journal, kept)
    else:
        copyfile(kept, journal)


def test_first_day(seat: Any, snapshot: SnapshotAssertion) -> None:
    assert seat.screens(strokes=("q",)) == snapshot


@pytest.mark.usefixtures("nine_days")
def test_tenth_day_with_a_backlog(seat: Any, live: Day, snapshot: SnapshotAssertion) -> None:
    seat.run("config", "minutes", "1")
    seat.run("config", "interview", "2026-12-19")
    assert seat.screens(strokes=("q",)) == snapshot


def test_interview_tomorrow(seat: Any, live: Day, snapshot: SnapshotAssertion) -> None:
    seat.run("config", "interview", "2026-12-11")
    live(9, kinds=("choice", "multi", "numeric", "order"))
    assert seat.screens(strokes=("q",)) == snapshot


def test_the_days_after_an_interview(seat: Any, snapshot: SnapshotAssertion) -> None:
    seat.run("config", "interview", "2026-12-10")
    assert seat.screens(strokes=("q",), now="2026-12-11T09:00:00+01:00") == snapshot
    assert "debrief" not in seat.screens(strokes=("q",), now="2026-12-18T09:00:00+01:00")


@pytest.mark.usefixtures("nine_days")
def test_the_evening_before(seat: Any, snapshot: SnapshotAssertion) -> None:
    seat.run("config", "interview", "2026-12-11")
    assert seat.screens("eve", strokes=("q",)) == snapshot


@pytest.mark.usefixtures("nine_days")
def test_the_sheet(seat: Any, snapshot: SnapshotAssertion) -> None:
    assert seat.screens("sheet", "--topics", "kv-cache") == snapshot


def test_nothing_due(seat: Any, live: Day, snapshot: SnapshotAssertion) -> None:
    live(10)
    assert seat.screens(strokes=("q",)) == snapshot
    assert "nothing is due" in seat.screens("quiz")


def test_last_page(seat: Any, live: Day, snapshot: SnapshotAssertion) -> None:
    """An item is known, then missed on eight days: a leech, named with its line of the primer."""
    for day in (1, *range(4, 11)):
        live(day, kinds=("multi",), missed=("multi",) if day > 1 else ())
    args = ("quiz", "--kind", "multi", "--kind", "bug", "--new", "1", "--seed", "1")
    pages = seat.screens(*args, strokes=("b,c", "\r", "2", "a", "q"), now="2026-12-11T09:00:00+01:00")
    assert pages.rpartition("=\n")[2] == snapshot


def test_sure_and_wrong_on_the_last_screen_and_the_next_first_one(
    seat: Any, snapshot: SnapshotAssertion
) -> None:
    seat.run("config", "confidence", "on")
    args = ("quiz", "--kind", "choice", "--new", "1", "--limit", "1", "--seed", "1")
    pages = seat.screens(*args, strokes=("a", "3", "\r"))
    assert pages.rpartition("=\n")[2] == snapshot
    assert seat.screens(strokes=("q",), now="2026-12-13T09:00:00+01:00") == snapshot
    assert "toy-choice" in seat.screens("stats", "sure")


@pytest.mark.usefixtures("nine_days")
@pytest.mark.parametrize(
    "args",
    [
        ("stats",),
        ("due",),
        ("history", "toy-numeric"),
        ("config",),
        ("find", "block", "table"),
        ("find", "nowhere"),
    ],
    ids=" ".join,
)
def test_lists(seat: Any, args: tuple[str, ...], snapshot: SnapshotAssertion) -> None:
    assert seat.screens(*args) == snapshot


def test_primer(seat: Any, snapshot: SnapshotAssertion) -> None:
    assert seat.screens("read", "kv-cache") == snapshot
    assert seat.screens("read").split() == ["kv-cache"]
