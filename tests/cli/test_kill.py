"""Killed at any moment: what was answered is in the journal, and the next start goes on.

Leaves out loss of power: that a commit has reached the disk is SQLite's promise under synchronous=FULL.
"""

import random
import signal
import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from drill.sessions.desk import snapshot_of
from drill.store.journal import Journal
from drill.study.journal import Answered
from drill.study.question import ItemId
from drill.study.record import fold

KILLS = 100
# from the first question on; the start before it takes longer than that
LONGEST_LIFE = 0.3
SEES_A_PAGE = 0.9
START = datetime(2026, 12, 10, 9, tzinfo=timezone(timedelta(hours=1)))
KINDS = ("--kind", "choice", "--kind", "short")
# what stands on a page -> what is pressed there
STROKES = {
    "Space more": " ",
    "to the questions": "\r",
    "Enter next": "\r",
    "a-d answer": "b",
    "\n>": "KV cache\r",
}
DRAWN = ("right · ", "wrong · ")
# a day on which all is known: the next one brings it back
NOTHING = "nothing that fits is due"


def open_journal(home: Path) -> Journal:
    return Journal.open(home / "journal.db", new_device=lambda: "other", new_id=lambda: "none")


def play_until(opened: Any, end: float) -> int:
    """Answer as fast as questions come; return how many verdicts were drawn on the screen.

    A page is told by its first line, which has its place in the sitting: it may be seen twice while the
    next one is on its way.
    """
    drawn = set()
    while time.monotonic() < end and opened.read(0.002):
        if not opened.waits:
            continue
        page = opened.text
        if "Enter next" in page and any(word in page for word in DRAWN):
            drawn.add(page.split("\n", 1)[0])
        keys = next((keys for shown, keys in STROKES.items() if shown in page), None)
        if keys:
            send_and_wait(opened, keys, end)
    return len(drawn)


def send_and_wait(opened: Any, keys: str, end: float) -> None:
    before = len(opened.raw)
    opened.child.send(keys)
    while len(opened.raw) == before and time.monotonic() < end:
        opened.read(0.002)


def test_nothing_answered_is_lost(
    terminal: Callable[..., Any], drill: Callable[..., Any], home: Path
) -> None:
    """One journal lives through all the kills, a day each, by a chance with a seed."""
    drill("config", "minutes", "480", now=START.isoformat())
    chance = random.Random(7)
    answered = 0
    for number in range(KILLS):
        now = START + timedelta(days=number)
        opened = terminal("quiz", *KINDS, "--new", "9", env={"DRILL_NOW": now.isoformat()}, toys=False)
        if chance.random() < SEES_A_PAGE:
            opened.wait_for("bookmark", NOTHING, *STROKES)
        drawn = play_until(opened, time.monotonic() + chance.uniform(0, LONGEST_LIFE))
        opened.child.kill(signal.SIGKILL)
        opened.child.close(force=True)
        with open_journal(home) as journal:
            assert journal.check() == []
            kept = journal.count("answered")
        assert kept - answered >= drawn, f"kill {number}"
        answered = kept
    assert answered > KILLS // 2
    assert_whole(home)


def assert_whole(home: Path) -> None:
    """The counters have no gap, and each snapshot is what its entries fold to."""
    with open_journal(home) as journal:
        entries = list(journal.entries())
        assert [entry.counter for entry in entries] == list(range(1, len(entries) + 1))
        items = {entry.body.ask.item for entry in entries if isinstance(entry.body, Answered)}
        assert len(items) > 1
        for item in map(ItemId, items):
            assert journal.snapshot(item) == snapshot_of(item, fold(journal.entries(item=item)))
