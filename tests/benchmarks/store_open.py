"""Print what a long journal costs: to open it, beside an empty one; to fold it, beside the bare scheduler.

Leaves out appending (store_append.py). Run: python tests/benchmarks/store_open.py [--entries 100000]
"""

import argparse
import gc
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import fsrs_rs_python as fsrs

from drill.content.library import Library
from drill.sessions.desk import Desk
from drill.store.journal import Journal
from drill.study.journal import Answered, Rating
from drill.study.memory import RETENTION
from drill.study.weights import DEFAULT

NOW = datetime(2026, 5, 4, 9, tzinfo=UTC)
ROUNDS, FOLDS = 40, 5
# most of an empty journal's opening, most of the bare calls
MOST_OPENING, MOST_FOLDING = 1.2, 3.0


class Call(NamedTuple):
    """One bare call of the scheduler: an answer's item, its rating, and the days since the one before."""

    item: str
    rating: Rating
    elapsed: int


def fill(path: Path, entries: int) -> None:
    """Write a learner's journal in a process of its own, so that its garbage is not ours."""
    path.parent.mkdir()
    maker = Path(__file__).with_name("big_home.py")
    learner = ["--questions", "8000", "--items", "8000", "--entries", str(entries)]
    command = [sys.executable, str(maker), str(path.parent), *learner]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def seconds(call: Callable[[], object]) -> float:
    """Return the time of one call."""
    began = perf_counter()
    call()
    return perf_counter() - began


def opened(path: Path) -> Journal:
    """Open a journal as a start does."""
    numbers = count()
    return Journal.open(path, new_device=lambda: "bench", new_id=lambda: f"new-{next(numbers)}")


def open_and_close(path: Path) -> None:
    """Open a journal, and let go of it."""
    opened(path).close()


def ratio_of_opening(empty: Path, full: Path) -> float:
    """Return the median opening of a full journal over that of an empty one, by turns."""
    pairs = [
        (seconds(partial(open_and_close, full)), seconds(partial(open_and_close, empty)))
        for _ in range(ROUNDS)
    ]
    return median(ours for ours, _ in pairs) / median(theirs for _, theirs in pairs)


def calls_of(journal: Journal) -> Iterator[Call]:
    """Yield what the scheduler is asked while a journal is folded."""
    last: dict[str, date] = {}
    for entry in journal.entries():
        if isinstance(entry.body, Answered):
            item, day = entry.body.ask.item, entry.stamp.day
            yield Call(item, entry.body.rating, (day - last.get(item, day)).days)
            last[item] = day


def bare(calls: list[Call]) -> None:
    """Make the calls of the scheduler and nothing else; only what it needs next is read from its answer."""
    engine = fsrs.FSRS(list(DEFAULT))
    memories: dict[str, fsrs.MemoryState] = {}
    for item, rating, elapsed in calls:
        states = engine.next_states(memories.get(item), RETENTION, elapsed)
        memories[item] = (states.again if rating is Rating.AGAIN else states.good).memory


def fold_anew(desk: Desk) -> None:
    """Fold every item from its entries, from disk and back to disk."""
    desk.journal.replace_snapshots(desk._folded_anew(), fold="measured")


def ratio_of_folding(full: Path) -> float:
    """Return the median fold of a whole journal over the bare calls of the scheduler, by turns."""
    with opened(full) as journal:
        desk = Desk(Library(()), journal, now=lambda: NOW, rng=Random(1))
        calls = list(calls_of(journal))
        pairs = [(seconds(partial(fold_anew, desk)), seconds(partial(bare, calls))) for _ in range(FOLDS)]
    return median(ours for ours, _ in pairs) / median(theirs for _, theirs in pairs)


def main() -> None:
    """Measure a journal of so many answers, as of a learner of years."""
    # as drill itself starts
    gc.set_threshold(50_000)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=100_000)
    entries = parser.parse_args().entries
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        empty, full = Path(folder, "empty", "journal.db"), Path(folder, "full", "journal.db")
        open_and_close(empty)
        fill(full, entries)
        say(
            f"opening {entries:,} entries",
            ratio_of_opening(empty, full),
            MOST_OPENING,
            "opening an empty one",
        )
        say(
            f"folding {entries:,} entries", ratio_of_folding(full), MOST_FOLDING, "the scheduler's bare calls"
        )


def say(what: str, ratio: float, most: float, of: str) -> None:
    """Print a ratio at once."""
    sys.stdout.write(f"{what}: {ratio:.2f} x {of} (at most {most:g})\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
