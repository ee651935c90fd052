"""A desk over small banks in tmp_path, a journal beside them, and a clock that tests set.

`open_desk()` again is the next start: the same files, read anew.
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random

import pytest

from drill.content.compiled import Origin
from drill.content.katas import Kata, read_kata
from drill.content.library import BankFile, Library, open_library
from drill.sessions.desk import Desk
from drill.store.journal import Journal

SHORT = """
- id: {id}
  kind: short
  difficulty: {difficulty}
  outline: [{outline}]
  sources: [{{key: a}}]
  pool: {pool}
  prompt: What is {id}?
  explanation: Plain.
  accepted: [attention]
"""
NUMERIC = """
- id: kv-bytes
  kind: numeric
  difficulty: 1
  outline: [kv-memory]
  sources: [{key: a}]
  prompt: How much do {tokens} tokens take?
  explanation: Plain.
  params: {tokens: {values: [8192, 16384]}}
  formula: kv.cache_bytes
  args: {layers: "32", kv_heads: "8", head_dim: "128", bytes_per_element: "2"}
  unit: GiB
  worked: "{answer}"
  band: [0.1, 9]
  traps: [{misconception: keys only, why: Values too., expression: 32*8*128*2*tokens}]
"""


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self, now: str) -> None:
        self.set(now)

    def __call__(self) -> datetime:
        return self.now

    def set(self, now: str) -> None:
        self.now = datetime.fromisoformat(now)

    def on(self, **delta: int) -> None:
        """Move on, or back."""
        self.now += timedelta(**delta)


@pytest.fixture
def clock() -> Clock:
    return Clock("2026-05-04T09:00+02:00")


@pytest.fixture
def write_bank(tmp_path: Path) -> Callable[..., BankFile]:
    """Write a bank of short questions, whose answer is `attention`, and of more YAML."""

    def write(topic: str, *ids: str, origin: Origin = "own", more: str = "", **fields: object) -> BankFile:
        path = tmp_path / f"{topic}-{origin}.yaml"
        usual = {"difficulty": 1, "pool": "daily"}
        texts = [SHORT.format(**{"outline": f"about-{one}", **usual, **fields, "id": one}) for one in ids]
        path.write_text(f"topic: {topic}\nquestions:\n" + "".join(texts) + more, "utf-8")
        return BankFile(path, origin)

    return write


@pytest.fixture
def open_desk(
    tmp_path: Path, clock: Clock, write_bank: Callable[..., BankFile]
) -> Iterator[Callable[..., Desk]]:
    """Open a desk: over 3 topics of 8 short questions, or over the banks given."""
    numbers, journals = count(1), []

    def open_it(*banks: BankFile, seed: int = 1) -> Desk:
        if not banks:
            banks = tuple(
                write_bank(topic, *(f"{topic}-{n}" for n in range(8)), origin="added")
                for topic in ("tokens", "serving", "kv-cache")
            )
        journal = Journal.open(
            tmp_path / "journal.db",
            new_device=lambda: f"device-{next(numbers)}",
            new_id=lambda: f"id-{next(numbers)}",
        )
        journals.append(journal)
        library = open_library(banks, tmp_path / "cache")
        assert library.problems == ()
        return Desk(library, journal, now=clock, rng=Random(seed))

    yield open_it
    for journal in journals:
        journal.close()


@pytest.fixture
def desk(open_desk: Callable[..., Desk]) -> Desk:
    return open_desk()


@pytest.fixture
def numeric_yaml() -> str:
    return NUMERIC


@pytest.fixture(scope="session")
def new_clock() -> Callable[[], Clock]:
    return lambda: Clock("2026-05-04T09:00+02:00")


@pytest.fixture(scope="session")
def shared_library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """A library for tests that open many journals."""
    folder = tmp_path_factory.mktemp("shared")
    path = folder / "kv-cache.yaml"
    fields = {"difficulty": 1, "pool": "daily", "outline": "any"}
    texts = [SHORT.format(id=f"kv-cache-{n}", **fields) for n in range(2)]
    path.write_text("topic: kv-cache\nquestions:\n" + "".join(texts), "utf-8")
    return open_library([BankFile(path, "added")], folder / "cache")


EXERCISE = """
format: 1
title: Twice
topic: tokens
outline: [tokens]
level: 1
minutes: {minutes}
functions: [twice]
hints: [first, second, third]
{more}
"""
REFERENCE = '''"""Doubles."""


def base(x):
    """Return x."""
    y = x
    return y


def twice(x):
    """Return 2 x."""
    return 2 * base(x)
'''


@pytest.fixture
def write_kata(tmp_path: Path) -> Callable[..., Kata]:
    """Write a kata `twice` of 10 minutes; `crux` makes it long."""

    def write(slug: str = "twice", *, minutes: float = 10, more: str = "") -> Kata:
        open_folder, spoilers = tmp_path / "exercises" / slug, tmp_path / "solutions" / slug
        open_folder.mkdir(parents=True)
        spoilers.mkdir(parents=True)
        starter = '"""Doubles."""\n\n\ndef twice(x):\n    raise NotImplementedError\n'
        (open_folder / "exercise.yaml").write_text(EXERCISE.format(minutes=minutes, more=more))
        (open_folder / "starter.py").write_text(starter)
        (open_folder / "README.md").write_text("# Twice\n")
        visible = "from solution import twice\n\n\ndef test_two():\n    assert twice(1) == 2\n"
        (open_folder / "test_visible.py").write_text(visible)
        (spoilers / "solution.py").write_text(REFERENCE)
        (spoilers / "notes.md").write_text("Add.\n")
        (spoilers / "test_hidden.py").write_text(
            "def test_two(solution):\n    assert solution.twice(1) == 2\n"
        )
        return read_kata(open_folder, spoilers)

    return write
