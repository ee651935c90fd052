"""Make a learner's folder of any size: banks of all kinds beside the shipped ones, and a journal.

Leaves out every measurement (startup.py). Run: python tests/benchmarks/big_home.py FOLDER --questions 10000
"""

import argparse
import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, date, datetime, time, timedelta
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from drill.content.library import open_library
from drill.content.locate import shipped_banks
from drill.sessions.desk import snapshot_of
from drill.store.journal import Journal
from drill.store.rows import INSERT_ENTRY, PUT_SNAPSHOT, entry_row, snapshot_row
from drill.study.ask import Ask
from drill.study.journal import (
    Answered,
    DeviceId,
    Entry,
    EntryId,
    Known,
    PrimerRead,
    Rating,
    SettingChanged,
    Stamp,
)
from drill.study.memory import after, interval
from drill.study.question import ItemId
from drill.study.record import Record, step
from drill.study.roles import TOPICS

FIRST_DAY = date(2024, 1, 8)
IN_A_BANK = 500
LONGEST = 365
PROMPT = (
    "Case {n}: a server with continuous batching decodes 32 requests when a prompt of 60,000 tokens "
    "arrives. Chunked prefill spreads it over several steps. What does the other requests' ITL show?"
)
EXPLANATION = (
    "Each step holds the decode tokens first and fills what is left of the budget with a chunk, so that no "
    "step is much longer than before. The prompt's own first token needs its last chunk. This is case {n}."
)
OPTIONS = [
    {"text": f"the {word} share of a step", "why": f"The {word} share is what the budget leaves over."}
    for word in ("first", "second", "third", "fourth")
]
CODE = "total = 0\nfor step in range({n}):\n    total += step\nprint(total)\n"
BODIES: dict[str, dict[str, Any]] = {
    "choice": {"options": [{**OPTIONS[0], "right": "true"}, *OPTIONS[1:]]},
    "multi": {"options": [*({**option, "right": "true"} for option in OPTIONS[:2]), *OPTIONS[2:]]},
    "numeric": {
        "params": {"tokens": {"values": ["1024", "2048", "4096"]}, "layers": {"values": ["24", "32", "80"]}},
        "formula": "kv.cache_bytes",
        "args": {"kv_heads": "8", "head_dim": "128", "bytes_per_element": "2", "batch": "1"},
        "unit": "MiB",
        "band": ["1", "100000"],
        "worked": "2 x {layers} x 8 x 128 x {tokens} x 2 B = {answer}",
        "traps": [{"misconception": "values left out", "why": "Two.", "expression": "layers*8*128*tokens*2"}],
    },
    "short": {"accepted": ["chunked prefill"], "slips": [{"text": "paging", "why": "That is memory."}]},
    "order": {"steps": ["tokenize the prompt", "run prefill", "sample a token", "decode the next one"]},
    "predict": {"code": CODE.format(n=9), "output": "36\n"},
    "bug": {
        "code": CODE.format(n=9),
        "fixed": CODE.format(n=10),
        "check": "assert total == 45",
        "line": "2",
        "options": [{**OPTIONS[0], "right": "true"}, *OPTIONS[1:]],
    },
    "open": {"points": [{"text": f"It names part {n}.", "hints": [f"part {n}"]} for n in (1, 2, 3)]},
}


def questions(bank: int) -> Iterator[dict[str, Any]]:
    """Yield the questions of one bank, kinds by turns."""
    kinds = list(BODIES)
    for n in range(IN_A_BANK):
        common = {
            "id": f"bench-{bank:02}-{n:03}",
            "kind": kinds[n % len(kinds)],
            "difficulty": str(1 + n % 5),
            "outline": [f"bench-{bank:02}-{n % 25}"],
            "sources": [{"key": "bench"}],
            "prompt": PROMPT.format(n=n),
            "explanation": EXPLANATION.format(n=n),
        }
        yield common | BODIES[kinds[n % len(kinds)]]


def add_banks(home: Path, number: int) -> None:
    """Write banks and add them as a learner does."""
    for bank in range(number // IN_A_BANK):
        # JSON is YAML too, and far quicker to write
        text = json.dumps({"topic": f"bench-{bank:02}", "questions": list(questions(bank))}, indent=1)
        path = home / f"bench-{bank:02}.yaml"
        path.write_text(text, encoding="utf-8")
        drill(home, "bank", "add", str(path))
    # fills the cache
    drill(home, "due")


def drill(home: Path, *args: str) -> None:
    """Run a command of drill in a folder, unseen."""
    folders = {"XDG_DATA_HOME": str(home.parent), "XDG_CACHE_HOME": str(home.parent / "cache")}
    env = {**os.environ, **folders}
    subprocess.run([sys.executable, "-m", "drill", *args], env=env, check=True, stdout=subprocess.DEVNULL)


class Learner:
    """Someone who answers about as many items a day as fall due, each on its day, one in eight wrongly."""

    def __init__(self, items: Sequence[str], a_day: int, rng: Random) -> None:
        """Begin with nothing answered; new items are met in the order given."""
        self.records: dict[str, Record] = {}
        self.day = FIRST_DAY
        self._new = iter(items)
        self._due: list[tuple[date, str]] = []
        self._a_day = a_day
        self._rng = rng
        self._counters = count(1)

    def settle(self) -> Iterator[Entry]:
        """Yield what comes before the first question: settings asked, primers shown."""
        bodies: list[Known] = [SettingChanged("role", "ai-engineer")]
        banks = [f"bench-{bank:02}" for bank in range(100)]
        bodies += [PrimerRead(topic) for topic in (*TOPICS, *banks)]
        return (self._entry(body) for body in bodies)

    def answers(self, number: int) -> Iterator[Entry]:
        """Yield so many answers, day after day; `day` is then the study day after the last one."""
        while number > 0:
            today = self._todays()[:number]
            number -= len(today)
            yield from [self._answer(item) for item in today]
            self.day += timedelta(days=1)

    def _todays(self) -> list[str]:
        items: list[str] = []
        while self._due and self._due[0][0] <= self.day and len(items) < self._a_day:
            items.append(heappop(self._due)[1])
        return [*items, *(item for _, item in zip(range(self._a_day - len(items)), self._new, strict=False))]

    def _answer(self, item: str) -> Entry:
        before, right = self.records.get(item, Record()), self._rng.random() > 1 / 8
        rating = Rating.GOOD if right else Rating.AGAIN
        elapsed = (self.day - before.last_day).days if before.last_day else 0
        days = interval(after(before.memory, rating, elapsed=elapsed), retention=0.9)
        due = self.day + timedelta(days=min(LONGEST, max(1, round(days * self._rng.uniform(0.9, 1.1)))))
        ask = Ask(ItemId(item), 1, {"layers": 32, "tokens": 4096}, (2, 0, 1, 3))
        expected = before.recall_on(self.day)
        entry = self._entry(Answered(ask, "1.5 GiB", right, float(right), rating, 30.0, due, expected))
        self.records[item] = step(before, entry)
        heappush(self._due, (due, item))
        return entry

    def _entry(self, body: Known) -> Entry:
        counter = next(self._counters)
        stamp = Stamp(datetime.combine(self.day, time(9), UTC), 0, self.day)
        return Entry(EntryId(f"bench-{counter}"), DeviceId("bench"), counter, stamp, body)


def fill_journal(path: Path, learner: Learner, entries: int) -> None:
    """Write a journal of so many answers and the snapshots that follow from them."""
    Journal.open(path, new_device=lambda: "bench", new_id=str).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(INSERT_ENTRY, map(entry_row, learner.settle()))
        connection.executemany(INSERT_ENTRY, map(entry_row, learner.answers(entries)))
        snapshots = (snapshot_of(ItemId(item), record) for item, record in learner.records.items())
        connection.executemany(PUT_SNAPSHOT, map(snapshot_row, snapshots))


def main() -> None:
    """Make the folder and print the study day after its last answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", type=Path, help="a folder named drill, as under XDG_DATA_HOME")
    parser.add_argument("--questions", type=int, default=0, help="beside the shipped ones, in banks of 500")
    parser.add_argument("--items", type=int, default=40, help="how many items the learner meets")
    parser.add_argument("--entries", type=int, default=200)
    wanted = parser.parse_args()
    shipped = [row.id for row in open_library(shipped_banks(), wanted.home.parent / "cache" / "drill").rows]
    made = [f"bench-{n // IN_A_BANK:02}-{n % IN_A_BANK:03}" for n in range(wanted.questions)]
    learner = Learner([*shipped, *made][: wanted.items], max(10, wanted.entries // 700), Random(1))
    fill_journal(wanted.home / "journal.db", learner, wanted.entries)
    add_banks(wanted.home, wanted.questions)
    sys.stdout.write(f"{learner.day}\n")


if __name__ == "__main__":
    main()
