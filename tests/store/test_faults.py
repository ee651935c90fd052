"""Writes cut short between any two calls by a kill, a full disk or a broken one; locks that can't be had.

Leaves out the calls themselves (faults.c) and what is done between them (faults.py).
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from errno import EIO, ENOSPC
from pathlib import Path
from typing import Any

import pytest

from drill.errors import MissingError
from drill.store.journal import Journal
from drill.study.journal import Noted, Stamp
from drill.study.question import ItemId

HERE = Path(__file__).parent
KILL = 0
LONG = ("first start", "append", "append to a log begun anew", "backup", "restore")
STAMP = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 0, date(2026, 5, 4))
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that stands between a program and the system."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("a C compiler on Linux builds what fails the calls")
    built = tmp_path_factory.mktemp("shim") / "faults.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-o", str(built), str(HERE / "faults.c"), "-ldl"]
    subprocess.run(command, check=True)
    return built


@pytest.fixture
def struck(shim: Path, tmp_path: Path) -> Callable[..., Rows]:
    """Do a scene of faults.py with each call struck in its turn."""

    def run(scene: str, failure: int = KILL, *, step: int = 1) -> Rows:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "LD_PRELOAD": str(shim)}
        numbers = [str(failure), str(step)]
        command = [sys.executable, str(HERE / "faults.py"), scene, *numbers, str(tmp_path)]
        done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
        return [json.loads(line) for line in done.stdout.splitlines()]

    return run


def assert_nothing_lost(rows: Rows) -> None:
    for row in rows:
        assert row["lost"] == [], row
        assert row["faults"] == [], row
        # at most the entry that was being written is there beyond what was acknowledged
        assert row["more"] <= 1, row
        assert row["folded"], row
        assert row["counters"], row
        assert not row["suspect"], row
        assert not [line for line in row["said"] if line.startswith("bug")], row


def test_killed_between_any_two_calls_of_an_append(struck: Callable[..., Rows]) -> None:
    # the long run takes every call
    rows = struck("append", step=4)
    assert len(rows) > 20
    assert all(row["killed"] for row in rows)
    assert_nothing_lost(rows)
    assert {row["acknowledged"] for row in rows} == {12, 13, 14, 15}
    # an append cut short is no damage: nothing is said
    assert [row["told"] for row in rows if row["told"]] == []


@pytest.mark.thorough
@pytest.mark.parametrize("scene", LONG)
@pytest.mark.parametrize("failure", [KILL, ENOSPC, EIO])
def test_any_call_of_any_scene(struck: Callable[..., Rows], scene: str, failure: int) -> None:
    rows = struck(scene, failure)
    assert len(rows) > 40
    assert_nothing_lost(rows)
    kept = [name for row in rows for name in row["left"] if name.endswith(".part")]
    assert kept == []
    if failure == KILL:
        assert all(row["killed"] for row in rows)
    else:
        assert any(row["said"] for row in rows)


def test_where_no_lock_can_be_had_it_is_said_and_nothing_changed(struck: Callable[..., Rows]) -> None:
    rows = struck("locks")
    assert len(rows) == 4
    for row in rows:
        assert row["same"], row
        assert ("or its disk takes no locks" in row["said"]) or ("can't be written" in row["said"]), row


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 KiB, where one may be mounted."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "drill", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small file system")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_disk_that_is_full(small_disk: Path) -> None:
    path = small_disk / "data" / "journal.db"
    acknowledged: list[str] = []
    with Journal.open(path, new_device=lambda: "d", new_id=lambda: f"id-{len(acknowledged)}") as journal:
        with pytest.raises(MissingError, match=r"can't be written \(database or disk is full\); make room"):
            append_until_full(journal, acknowledged)
        # the room that is left is not enough for a copy, and none is left half done
        with pytest.raises(MissingError, match=r"the copy can't be written \(database or disk is full\)"):
            journal.backup(path.with_name("backup.db"))
    assert [file.name for file in path.parent.iterdir() if "backup" in file.name] == []
    assert len(acknowledged) > 1
    with Journal.open(path, new_device=lambda: "d", new_id=lambda: "after", tell=pytest.fail) as journal:
        assert [entry.id for entry in journal.entries()] == acknowledged
        assert journal.check() == []


def append_until_full(journal: Journal, acknowledged: list[str]) -> None:
    while True:
        acknowledged.append(journal.append(STAMP, Noted(ItemId("kv-1"), "KV " * 1000)).id)
