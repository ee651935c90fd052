"""Restoring, step by step: what is kept, what comes back, what is said, and who may do it.

Leaves out which damage is found and survived (test_damage.py), and kills in the middle (test_faults.py).
"""

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from drill.errors import ContentError, MissingError
from drill.store import holding
from drill.store.backups import dated, prepare
from drill.store.files import Files
from drill.store.journal import Journal
from drill.study.journal import Noted, Stamp
from drill.study.question import ItemId

DAY = date(2026, 5, 4)
STAMP = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 0, DAY)
WRITTEN = datetime(2026, 5, 4, 21, 30, tzinfo=UTC).timestamp()
KEPT = "journal.db.damaged-20260504T213000Z"


class Start(NamedTuple):
    """What a start said and has then: ids in order, the device, the rules of its snapshots."""

    lines: list[str]
    ids: list[str]
    device: str
    fold: str | None


def start(path: Path, device: str = "another") -> Start:
    lines: list[str] = []
    with Journal.open(
        path, new_device=lambda: device, new_id=str, timeout_seconds=0.2, tell=lines.append
    ) as journal:
        assert journal.check() == []
        return Start(lines, [entry.id for entry in journal.entries()], journal.device, journal.fold())


def fill(path: Path, *ids: str, backup: date | None = None) -> None:
    """Append an entry for each id, and make a backup then."""
    left = iter(ids)
    with Journal.open(path, new_device=lambda: "laptop", new_id=lambda: next(left)) as journal:
        for entry_id in ids:
            journal.append(STAMP, Noted(ItemId("kv-1"), f"{entry_id} " * 300))
        journal.replace_snapshots([], fold="these rules")
        if backup is not None:
            prepare(dated(path, backup))
            journal.backup(dated(path, backup))


def zero(path: Path, at: int, size: int) -> bytes:
    """Overwrite a part of a file with zeros, as written on an evening in May; return what it then holds."""
    raw = path.read_bytes()
    damaged = raw[:at] + bytes(size) + raw[at + size :]
    path.write_bytes(damaged)
    os.utime(path, (WRITTEN, WRITTEN))
    return damaged


def names(path: Path) -> set[str]:
    return {file.name for file in path.parent.iterdir()}


def test_the_backup_comes_back_and_what_was_written_since_joins_it(path: Path) -> None:
    fill(path, "a", "b", backup=DAY)
    fill(path, "c", "d")
    damaged = zero(path, 0, 4096)
    came = start(path)
    assert came.ids == ["a", "b", "c", "d"]
    assert came.device == "laptop"
    # what follows from the entries is folded anew
    assert came.fold is None
    assert came.lines == [
        f"{path}: damaged, or no journal; kept as {KEPT}",
        f"restored from {dated(path, DAY)} (2 entries); 2 entries more could still be read",
    ]
    assert path.with_name(KEPT).read_bytes() == damaged
    assert path.with_name("recovered.log").read_text("utf-8").splitlines() == came.lines
    assert start(path).lines == []
    assert names(path) == {"journal.db", "journal.db.lock", "backups", "recovered.log", KEPT}


def test_without_a_backup_it_begins_anew_with_what_can_be_read(path: Path) -> None:
    fill(path, "a", "b", "c")
    zero(path, 0, 16)
    came = start(path)
    assert came.ids == ["a", "b", "c"]
    line = "no sound backup is there: the journal begins anew with 3 entries that could still be read"
    assert came.lines[1] == line
    # the header says no more which machine this was: the entries are known by their own
    assert came.device == "another"


def test_where_the_device_can_be_read_it_is_kept(path: Path) -> None:
    fill(path, "a", "b")
    with Journal.open(path, new_device=str, new_id=str) as journal:
        journal._database.rows("update entry set body = '{' where id = 'a'")
        journal.doubt()
    came = start(path)
    assert (came.device, came.ids) == ("laptop", ["b"])
    assert came.lines[-1] == "lost: 1 entry; `drill sync` brings back what another machine has"


def test_what_only_an_index_still_names_is_said_to_be_lost(path: Path) -> None:
    fill(path, "a", backup=DAY)
    fill(path, *"bcdefghijk")
    raw = path.read_bytes()
    tables = [at for at in range(4096, len(raw), 4096) if raw[at] == 0x0D and b"noted" in raw[at : at + 4096]]
    for at in tables:
        raw = raw[:at] + bytes(4096) + raw[at + 4096 :]
    path.write_bytes(raw)
    Files(path).doubt()
    came = start(path)
    assert came.ids == ["a"]
    assert came.lines[1:] == [
        f"restored from {dated(path, DAY)} (1 entry); no other could still be read",
        "lost: 10 entries; `drill sync` brings back what another machine has",
    ]


def test_the_newest_sound_backup_is_taken_whatever_its_name(path: Path) -> None:
    wrong_clock = DAY + timedelta(days=4000)
    fill(path, "a", backup=wrong_clock)
    fill(path, "b", backup=DAY)
    fill(path, "c", backup=DAY + timedelta(days=1))
    zero(dated(path, DAY + timedelta(days=1)), 3000, 20000)
    path.write_bytes(b"")
    came = start(path)
    assert came.ids == ["a", "b"]
    assert str(dated(path, DAY)) in came.lines[1]


def test_damaged_files_are_never_overwritten(path: Path) -> None:
    fill(path, "a", backup=DAY)
    for content in (b"first", b"second"):
        path.write_bytes(content)
        os.utime(path, (WRITTEN, WRITTEN))
        assert start(path).ids == ["a"]
    assert path.with_name(KEPT).read_bytes() == b"first"
    assert path.with_name(f"{KEPT}-1").read_bytes() == b"second"


def test_its_log_is_kept_with_it_and_read(path: Path) -> None:
    fill(path, "a", backup=DAY)
    left = iter("bc")
    with Journal.open(path, new_device=str, new_id=lambda: next(left)) as journal:
        for _ in range(2):
            journal.append(STAMP, Noted(ItemId("kv-1"), "in the log"))
        log = Files(path).log.read_bytes()
    path.write_bytes(b"")
    Files(path).log.write_bytes(log)
    came = start(path)
    assert came.ids == ["a", "b", "c"]
    kept = next(file for file in path.parent.iterdir() if file.name.endswith("Z-wal"))
    assert kept.read_bytes() == log


def test_a_log_alone_is_read(path: Path) -> None:
    with Journal.open(path, new_device=lambda: "laptop", new_id=lambda: "a") as journal:
        journal.append(STAMP, Noted(ItemId("kv-1"), "in the log"))
        log = Files(path).log.read_bytes()
    path.unlink()
    Files(path).log.write_bytes(log)
    assert start(path).ids == ["a"]


def test_a_journal_that_is_gone_comes_back(path: Path) -> None:
    fill(path, "a", backup=DAY)
    path.unlink()
    came = start(path)
    assert came.ids == ["a"]
    assert came.lines[0] == f"{path}: it is gone; to begin anew, move {path.with_name('backups')} away too"


def test_a_doubt_without_ground_changes_nothing_but_folds_anew(path: Path) -> None:
    fill(path, "a")
    Files(path).doubt()
    came = start(path)
    assert (came.ids, came.fold, came.lines) == (["a"], None, [f"{path}: checked in full, and sound"])
    assert names(path) == {"journal.db", "journal.db.lock"}


def test_whoever_moved_a_damaged_journal_away_begins_anew(path: Path) -> None:
    path.parent.mkdir()
    Files(path).doubt()
    assert start(path) == Start([], [], "another", None)
    assert not Files(path).suspect.exists()


def test_a_restoring_that_was_cut_short_goes_on(path: Path) -> None:
    fill(path, "a")
    path.rename(Files(path).pending("20260504T213000Z"))
    path.write_bytes(b"damaged")
    Files(path).log.write_bytes(b"and its log")
    Files(path).doubt()
    came = start(path)
    assert came.ids == ["a"]
    assert came.lines == [f"{path}: restored; an earlier start was cut short while it did so"]
    assert path.with_name(KEPT).read_bytes() == b"damaged"
    assert path.with_name(f"{KEPT}-wal").read_bytes() == b"and its log"


def test_a_newer_drills_file_is_refused_though_it_is_damaged(path: Path) -> None:
    fill(path, "a", backup=DAY)
    raw = path.read_bytes()
    newer = raw[:60] + (99).to_bytes(4) + raw[64 : len(raw) // 2]
    path.write_bytes(newer)
    with pytest.raises(ContentError, match="made by a newer drill; update drill"):
        start(path)
    assert path.read_bytes() == newer
    assert names(path) == {"journal.db", "journal.db.lock", "backups"}


def test_a_newer_drills_backup_is_not_passed_over(path: Path) -> None:
    fill(path, "a", backup=DAY)
    backup = dated(path, DAY)
    raw = backup.read_bytes()
    backup.write_bytes(raw[:60] + (99).to_bytes(4) + raw[64:])
    path.write_bytes(b"damaged")
    with pytest.raises(ContentError, match="made by a newer drill; update drill"):
        start(path)
    assert path.read_bytes() == b"damaged"
    assert names(path) == {"journal.db", "journal.db.lock", "backups"}


def test_while_another_drill_has_it_open_nothing_is_moved(path: Path) -> None:
    fill(path, "a", backup=DAY)
    with Journal.open(path, new_device=str, new_id=str):
        Files(path).doubt()
        with pytest.raises(MissingError) as caught:
            start(path)
    line = "another drill has it open: close that one, then start drill again"
    assert str(caught.value) == f"{path}: found damaged before; {line}"
    assert start(path).ids == ["a"]


def test_a_start_waits_while_another_restores(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path, "a")
    monkeypatch.setattr(holding, "_RESTORING_SECONDS", 0.1)
    other = holding.Hold(path)
    assert other.take(seconds=0)
    with pytest.raises(MissingError) as caught:
        start(path)
    line = "another drill is restoring the journal; start again when it is done"
    assert str(caught.value) == f"{path}: {line}"
    other.close()
    assert start(path).ids == ["a"]


def test_where_no_lock_can_be_had_nothing_is_restored(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path, "a", backup=DAY)
    path.write_bytes(b"damaged")

    def fails(_hold: holding.Hold, **_: float) -> bool:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(holding.Hold, "take", fails)
    with pytest.raises(MissingError) as caught:
        start(path)
    line = "its disk takes no locks (No locks available): copy the folder to another disk and set DRILL_HOME"
    assert str(caught.value) == f"{path}: damaged, or no journal; {line}"
    assert path.read_bytes() == b"damaged"


def test_blocks_that_the_disk_no_longer_gives_cost_only_themselves(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(path, *(f"e{number}" for number in range(40)))
    size, pread, read_bytes = path.stat().st_size, os.pread, Path.read_bytes
    zero(path, 0, 1)

    def broken_block(file: int, wanted: int, at: int) -> bytes:
        if at == size - 4096:
            raise OSError(5, "Input/output error")
        return pread(file, wanted, at)

    def broken_file(one: Path) -> bytes:
        if one == path:
            raise OSError(5, "Input/output error")
        return read_bytes(one)

    monkeypatch.setattr(os, "pread", broken_block)
    monkeypatch.setattr(Path, "read_bytes", broken_file)
    ids = start(path).ids
    assert 30 <= len(ids) < 40


TERMINAL = """
import sys
from pathlib import Path
from drill.store.journal import Journal
sys.stdin.readline()
with Journal.open(Path(sys.argv[1]), new_device=str, new_id=str, timeout_seconds=30, tell=print) as journal:
    print([entry.id for entry in journal.entries()])
"""


def test_of_terminals_that_start_at_once_one_restores(path: Path) -> None:
    fill(path, "a", "b", backup=DAY)
    zero(path, 0, 4096)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", TERMINAL, str(path)]
    terminals = [
        subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for terminal in terminals:
        assert terminal.stdin is not None
        terminal.stdin.write("\n")
        terminal.stdin.flush()
    said = [terminal.communicate(timeout=60)[0].splitlines() for terminal in terminals]
    assert [lines[-1] for lines in said] == [str(["a", "b"])] * 4
    assert sum(len(lines) > 1 for lines in said) == 1
    assert sum(".damaged-" in name for name in names(path)) == 1


def test_what_can_not_be_kept_in_the_report_is_said_all_the_same(path: Path) -> None:
    fill(path, "a", backup=DAY)
    path.write_bytes(b"")
    path.with_name("recovered.log").mkdir()
    assert len(start(path).lines) == 2
