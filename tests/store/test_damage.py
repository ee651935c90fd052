"""A journal cut off, or with a bit flipped, anywhere: what can be read lives on, and it is said.

Leaves out writes that fail or are cut short (test_faults.py) and the steps of restoring (test_recovery.py).
"""

import shutil
import sqlite3
from collections.abc import Callable
from datetime import UTC, date, datetime
from hashlib import md5
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from drill.errors import ContentError, DamagedError
from drill.store.backups import dated, prepare
from drill.store.journal import Journal
from drill.store.snapshot import Snapshot
from drill.study.journal import Entry, Noted, Stamp
from drill.study.question import ItemId

DAY = date(2026, 5, 4)
# in the plain suite and in the long run
QUICK_STEP, LONG_STEP = 12_288, 512
QUICK_FLIPS, LONG_FLIPS = 45, 1500
# id -> the body of its entry
Bodies = dict[str, str]
numbers = count(1)


def stamp(number: int) -> Stamp:
    return Stamp(datetime(2026, 5, 4, 9, number // 60, number % 60, tzinfo=UTC), 120, DAY)


def text(number: int) -> str:
    # some run over onto pages of their own
    return f"<{number}> " + "kv " * (2500 if number % 17 == 3 else number % 40) + f"</{number}>"


def append(journal: Journal, number: int) -> None:
    item = ItemId(f"kv-{number % 7}")
    state = Snapshot(item, DAY, DAY, DAY, suspended=False, body=b"%d" % number)
    journal.append(stamp(number), Noted(item, text(number)), snapshots=[state])


def opened(path: Path, tell: Callable[[str], None]) -> Journal:
    return Journal.open(
        path,
        new_device=lambda: "laptop",
        new_id=lambda: md5(b"%d" % next(numbers)).hexdigest(),
        timeout_seconds=0.5,
        tell=tell,
    )


def bodies(journal: Journal) -> Bodies:
    return {entry.id: entry.body.text for entry in journal.entries() if isinstance(entry.body, Noted)}


class Stage(NamedTuple):
    """Files of a journal as a machine left them, and all that was acknowledged."""

    files: dict[str, bytes]
    wrote: Bodies


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """A journal that was closed, of some twenty pages."""
    folder = tmp_path_factory.mktemp("closed")
    with opened(folder / "journal.db", pytest.fail) as journal:
        for number in range(120):
            append(journal, number)
        wrote = bodies(journal)
    return Stage({"journal.db": (folder / "journal.db").read_bytes()}, wrote)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """A journal whose drill was killed: half of it still stands in the log."""
    folder = tmp_path_factory.mktemp("killed")
    path = folder / "journal.db"
    with opened(path, pytest.fail) as journal:
        for number in range(40):
            append(journal, number)
    with opened(path, pytest.fail) as journal:
        for number in range(40, 60):
            append(journal, number)
        names = ("journal.db", "journal.db-wal")
        return Stage({name: (folder / name).read_bytes() for name in names}, bodies(journal))


class Life(NamedTuple):
    """What came of a damaged journal: the bodies that live on, the lines said, and whether it was refused."""

    kept: Bodies
    lines: list[str]
    refused: bool


def live(path: Path) -> Life:
    """Start, read all, answer, check all; where damage shows only then, start once more."""
    lines: list[str] = []
    for _ in range(3):
        try:
            with opened(path, lines.append) as journal:
                try:
                    read_all(journal)
                    append(journal, 999)
                    faults = journal.check()
                    if not faults:
                        return Life(bodies(journal), lines, refused=False)
                except DamagedError:
                    faults = ["met"]
                except (ValueError, TypeError, sqlite3.Error):
                    # the root command takes such an error for damage where the check finds some
                    faults = journal.check()
                    assert faults
                journal.doubt()
        except ContentError as error:
            return Life({}, [*lines, str(error)], refused=True)
    raise AssertionError(f"not sound after three starts: {faults}, {lines}")


def read_all(journal: Journal) -> list[Entry]:
    journal.snapshots()
    journal.due(DAY)
    journal.load(DAY, DAY, counts=lambda _: True)
    return list(journal.entries())


def lay(stage: Stage, path: Path, name: str, content: bytes) -> None:
    shutil.rmtree(path.parent, ignore_errors=True)
    path.parent.mkdir()
    for file, whole in stage.files.items():
        path.with_name(file).write_bytes(content if file == name else whole)


def flipped(whole: bytes, random: Random) -> bytes:
    damaged = bytearray(whole)
    damaged[random.randrange(len(whole))] ^= 1 << random.randrange(8)
    return bytes(damaged)


def assert_said(life: Life, lost: set[str]) -> None:
    """What is lost is never lost in silence."""
    assert life.lines or not lost


@pytest.mark.parametrize("step", [QUICK_STEP, pytest.param(LONG_STEP, marks=pytest.mark.thorough)])
def test_cut_off_anywhere_what_stands_before_the_cut_lives_on(closed: Stage, path: Path, step: int) -> None:
    whole = closed.files["journal.db"]
    for size in range(0, len(whole), step):
        lay(closed, path, "journal.db", whole[:size])
        life = live(path)
        # an entry is whole whose text is: with the end of its JSON it comes last in a cell
        whole_ones = {
            entry_id
            for entry_id, body in closed.wrote.items()
            if len(body) < 4000 and f'{body}"}}'.encode() in whole[:size]
        }
        assert whole_ones <= set(life.kept), size
        assert all(life.kept[entry_id] == closed.wrote[entry_id] for entry_id in whole_ones)
        assert life.refused == (not whole_ones and not life.kept)
        assert_said(life, set(closed.wrote) - set(life.kept))
        if life.refused:
            assert path.read_bytes() == whole[:size]
        else:
            kept = [file for file in path.parent.iterdir() if ".damaged-" in file.name]
            assert [file.read_bytes() for file in kept if not file.name.endswith("wal")] == [whole[:size]]


@pytest.mark.parametrize("step", [QUICK_STEP, pytest.param(LONG_STEP, marks=pytest.mark.thorough)])
def test_a_log_cut_off_anywhere_keeps_what_was_committed_before_the_cut(
    killed: Stage, path: Path, step: int
) -> None:
    whole = killed.files["journal.db-wal"]
    for size in range(0, len(whole), step):
        lay(killed, path, "journal.db-wal", whole[:size])
        life = live(path)
        assert not life.refused
        assert set(first(killed, 40)) <= set(life.kept)
        assert all(
            life.kept[entry_id] == body for entry_id, body in killed.wrote.items() if entry_id in life.kept
        )
        # in order: no entry is there without those before it
        assert set(life.kept) - {new_one(life)} == set(first(killed, len(life.kept) - 1))


def new_one(life: Life) -> str:
    return next(entry_id for entry_id, body in life.kept.items() if body == text(999))


def first(stage: Stage, number: int) -> Bodies:
    return dict(list(stage.wrote.items())[:number])


@pytest.mark.parametrize(
    ("stage_name", "name", "flips"),
    [
        ("closed", "journal.db", QUICK_FLIPS),
        ("killed", "journal.db-wal", QUICK_FLIPS // 3),
        pytest.param("closed", "journal.db", LONG_FLIPS, marks=pytest.mark.thorough),
        pytest.param("killed", "journal.db", LONG_FLIPS // 3, marks=pytest.mark.thorough),
        pytest.param("killed", "journal.db-wal", LONG_FLIPS // 8, marks=pytest.mark.thorough),
    ],
)
def test_a_flipped_bit_costs_no_more_than_the_entry_that_it_hit(
    request: pytest.FixtureRequest, path: Path, stage_name: str, name: str, flips: int
) -> None:
    stage: Stage = request.getfixturevalue(stage_name)
    random = Random(7)
    for flip in range(flips):
        damaged = flipped(stage.files[name], random)
        lay(stage, path, name, damaged)
        life = live(path)
        if life.refused:
            assert_newer(life, path, damaged)
            continue
        hit = {entry_id for entry_id, body in stage.wrote.items() if life.kept.get(entry_id) != body}
        assert len(hit) <= 1, (flip, hit, life.lines)
        assert_said(life, set(stage.wrote) - set(life.kept))


def assert_newer(life: Life, path: Path, damaged: bytes) -> None:
    """The bit was one of the version: the file was refused and left alone."""
    assert "made by a newer drill; update drill" in life.lines[-1]
    assert path.read_bytes() == damaged


@pytest.mark.parametrize(
    "flips", [QUICK_FLIPS // 2, pytest.param(LONG_FLIPS // 3, marks=pytest.mark.thorough)]
)
def test_with_a_backup_a_flipped_bit_costs_nothing_of_it(closed: Stage, path: Path, flips: int) -> None:
    random = Random(8)
    whole = closed.files["journal.db"]
    for flip in range(flips):
        # several at once: pages and pages of it may be gone
        damaged = whole
        for _ in range(40):
            damaged = flipped(damaged, random)
        lay(closed, path, "journal.db", damaged)
        backup = dated(path, DAY)
        prepare(backup)
        backup.write_bytes(whole)
        life = live(path)
        if life.refused:
            assert_newer(life, path, damaged)
            continue
        assert any("restored from" in line for line in life.lines), flip
        assert closed.wrote.items() <= life.kept.items()
