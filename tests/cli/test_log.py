"""Two laptops: what one exports, pipes or leaves in a folder, the other has."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

Drill = Callable[..., Any]


@pytest.fixture
def laptops(toy_banks: None, drill: Drill, tmp_path: Path) -> Callable[[str], Drill]:
    """Run a command on one of two laptops by name."""

    def on(name: str) -> Drill:
        return partial(drill, data=tmp_path / name)

    return on


def test_a_log_goes_from_laptop_to_laptop(laptops: Callable[[str], Drill], tmp_path: Path) -> None:
    one, two = laptops("one"), laptops("two")
    one("quiz", "--kind", "choice", "--seed", "1", stdin="a\n")
    log = str(tmp_path / "one.jsonl")
    assert one("log", "export", log).out == f"{log}: 1 entry\n"
    assert two("log", "import", log).out == "1 entry new, on 1 item\n"
    assert two("log", "merge", log).out == "nothing new: all of its entries are here\n"
    assert two("log", "export", "-").out == Path(log).read_text("utf-8")


def test_a_log_goes_through_a_pipe(laptops: Callable[[str], Drill]) -> None:
    one, two = laptops("one"), laptops("two")
    one("quiz", "--kind", "choice", "--seed", "1", stdin="a\n")
    assert two("log", "merge", "-", stdin=one("log", "export", "-").out).out == "1 entry new, on 1 item\n"


def test_a_shared_folder(laptops: Callable[[str], Drill], tmp_path: Path) -> None:
    one, two = laptops("one"), laptops("two")
    shared = tmp_path / "shared"
    shared.mkdir()
    one("quiz", "--kind", "choice", "--seed", "1", stdin="a\n")
    two("quiz", "--kind", "short", "--seed", "1", stdin="kv cache\n")
    assert one("sync", str(shared)).out == "nothing new · 0 logs read, 1 written\n"
    assert two("sync", str(shared)).out == "1 entry new, on 1 item · 1 log read, 1 written\n"
    assert one("sync", str(shared)).out == "1 entry new, on 1 item · 2 logs read, 0 written\n"
    assert one("stats").out == two("stats").out


def test_doctor_counts_entries_not_counters(laptops: Callable[[str], Drill], tmp_path: Path) -> None:
    """Two laptops count from one each: joined, they have more entries than the highest counter says."""
    one, two = laptops("one"), laptops("two")
    one("quiz", "--kind", "choice", "--seed", "1", stdin="a\n")
    two("quiz", "--kind", "short", "--seed", "1", stdin="kv cache\n")
    assert two("log", "merge", "-", stdin=one("log", "export", "-").out).code == 0
    assert "2 entries, sound" in two("doctor").out
