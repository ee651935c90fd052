"""Writing: entries appended with their snapshots, by one drill or by two on one file."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from drill.errors import MissingError
from drill.store.journal import Journal
from drill.store.snapshot import Snapshot
from drill.study.journal import Entry, EntryId, Noted, PrimerRead, Stamp, Unknown
from drill.study.question import ItemId

DAY = date(2026, 5, 4)
STAMP = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 120, DAY)
ITEM = ItemId("kv-1")
NOTE = Noted(ITEM, "2 for K and V")


def longer(before: Snapshot | None, entry: Entry) -> Snapshot:
    """Fold: the body grows by the counter of each entry."""
    body = b"" if before is None else before.body
    return Snapshot(ITEM, DAY, DAY, DAY, suspended=False, body=body + b"%d;" % entry.counter)


def test_an_entry_gets_id_device_and_the_next_counter(journal: Journal) -> None:
    first, second = journal.append(STAMP, NOTE), journal.append(STAMP, NOTE)
    assert (first.counter, second.counter) == (1, 2)
    assert first.id != second.id
    assert first.device == second.device == journal.device
    assert list(journal.entries()) == [first, second]
    assert journal.entry(second.id) == second
    assert journal.entry(EntryId("none")) is None


def test_a_file_keeps_its_device_and_goes_on_counting(open_journal: Callable[..., Journal]) -> None:
    before = open_journal()
    before.append(STAMP, NOTE)
    before.close()
    after = open_journal()
    assert after.device == before.device
    assert after.append(STAMP, NOTE).counter == 2


def test_an_unknown_entry_is_kept_byte_for_byte(journal: Journal) -> None:
    odd = Unknown("dreamed", b'{ "type":"dreamed",\t"of": "\xc3\xa9\\u00e9" }\n')
    entry = journal.append(STAMP, odd)
    assert journal.entry(entry.id) == entry
    assert list(journal.entries(tags=("dreamed",))) == [entry]


def test_snapshots_are_written_with_their_entry(journal: Journal) -> None:
    snapshot = Snapshot(ITEM, None, None, None, suspended=True, body=b"\x00\xff")
    journal.append(STAMP, NOTE, snapshots=[snapshot])
    assert journal.snapshot(ITEM) == snapshot


def test_a_fold_sees_its_entry_and_the_snapshot_before(journal: Journal) -> None:
    def fold(before: Snapshot | None, entry: Entry) -> Snapshot:
        assert list(journal.entries(newest_first=True, limit=1)) == [entry]
        return longer(before, entry)

    journal.append_folded(STAMP, NOTE, fold)
    journal.append_folded(STAMP, NOTE, fold)
    kept = journal.snapshot(ITEM)
    assert kept is not None
    assert kept.body == b"1;2;"


def test_two_terminals_do_not_overwrite_each_others_snapshot(open_journal: Callable[..., Journal]) -> None:
    left, right = open_journal(), open_journal()
    for terminal in (left, right, right, left):
        terminal.append_folded(STAMP, NOTE, longer)
    kept = left.snapshot(ITEM)
    assert kept is not None
    assert kept.body == b"1;2;3;4;"
    assert right.snapshot(ITEM) == kept


def test_a_fold_may_take_the_snapshot_away(journal: Journal) -> None:
    journal.append_folded(STAMP, NOTE, longer)
    journal.append_folded(STAMP, NOTE, lambda _before, _entry: None)
    assert journal.snapshot(ITEM) is None


def test_an_entry_without_an_item_is_not_folded(journal: Journal) -> None:
    entry = journal.append_folded(STAMP, PrimerRead("kv-cache"), longer)
    assert list(journal.entries()) == [entry]
    assert journal.snapshots() == []


def test_a_fold_that_fails_leaves_nothing_behind(journal: Journal) -> None:
    def fail(_before: Snapshot | None, _entry: Entry) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        journal.append_folded(STAMP, NOTE, fail)
    assert list(journal.entries()) == []
    assert journal.append(STAMP, NOTE).counter == 1


def test_a_guard_that_refuses_leaves_nothing_behind(journal: Journal) -> None:
    def refuse() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        journal.append_folded(STAMP, NOTE, longer, guard=refuse)
    assert list(journal.entries()) == []
    assert journal.append_folded(STAMP, NOTE, longer).counter == 1


def test_while_a_guard_looks_no_other_terminal_writes(open_journal: Callable[..., Journal]) -> None:
    left, right = open_journal(), open_journal(timeout_seconds=0.0)

    def look() -> None:
        assert list(left.entries()) == []
        with pytest.raises(MissingError, match="another drill has held the journal"):
            right.append(STAMP, NOTE)

    left.append_folded(STAMP, NOTE, longer, guard=look)
    assert right.append(STAMP, NOTE).counter == 2


def test_replace_snapshots_drops_the_old_ones(journal: Journal) -> None:
    journal.append_folded(STAMP, NOTE, longer)
    fresh = Snapshot(ItemId("kv-2"), DAY, DAY, DAY, suspended=False, body=b"new")
    journal.replace_snapshots([fresh], fold="1")
    assert journal.snapshots() == [fresh]


def test_a_refold_that_fails_keeps_the_old_snapshots(journal: Journal) -> None:
    journal.append_folded(STAMP, NOTE, longer)
    before = journal.snapshots()
    with pytest.raises(ZeroDivisionError):
        journal.replace_snapshots((before[0] for _ in range(1 // 0)), fold="1")
    assert journal.snapshots() == before


def test_a_reader_stopped_half_way_does_not_hold_up_a_writer(open_journal: Callable[..., Journal]) -> None:
    left, right = open_journal(), open_journal()
    for _ in range(3):
        left.append(STAMP, NOTE)
    half_way = left.entries()
    next(half_way)
    right.append(STAMP, NOTE)
    assert left.append(STAMP, NOTE).counter == 5
    assert [entry.counter for entry in half_way] == [2, 3]


def test_a_backup_opens_as_a_journal(journal: Journal, tmp_path: Path) -> None:
    entry = journal.append(STAMP, NOTE)
    to = tmp_path / "copy" / "journal.db"
    to.parent.mkdir()
    journal.backup(to)
    assert [file.name for file in to.parent.iterdir()] == ["journal.db"]
    with Journal.open(to, new_device=str, new_id=str) as copy:
        assert list(copy.entries()) == [entry]
        assert copy.check() == []


def test_a_backup_to_nowhere_is_one_clear_line(journal: Journal, tmp_path: Path) -> None:
    to = tmp_path / "none" / "journal.db"
    with pytest.raises(MissingError) as caught:
        journal.backup(to)
    line = "the copy can't be written (No such file or directory); choose a folder that you can write to"
    assert str(caught.value) == f"{to}: {line}"
