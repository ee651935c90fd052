"""One connection: a lock that another drill holds, and the errors that only we can mend."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from drill.errors import DamagedError, MissingError
from drill.store.database import Database
from drill.store.journal import Journal
from drill.study.journal import Noted, Stamp
from drill.study.question import ItemId

STAMP = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 0, date(2026, 5, 4))
NOTE = Noted(ItemId("kv-1"), "a")


def test_a_held_journal_is_one_clear_error_in_time(open_journal: Callable[..., Journal], path: Path) -> None:
    journal = open_journal(timeout_seconds=0.3)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        began = time.monotonic()
        with pytest.raises(MissingError) as caught:
            journal.append(STAMP, NOTE)
        assert time.monotonic() - began < 1.5
        assert list(journal.entries()) == []
        other.execute("rollback")
    line = "another drill has held the journal for 0.3 s, or its disk takes no locks; close it and try again"
    assert str(caught.value) == f"{path}: {line}"
    assert journal.append(STAMP, NOTE).counter == 1


def test_a_full_disk_is_one_clear_error_and_loses_nothing(journal: Journal, path: Path) -> None:
    first = journal.append(STAMP, NOTE)
    pages = journal._database.value("pragma page_count")
    journal._database.rows(f"pragma max_page_count = {pages}")
    with pytest.raises(MissingError) as caught:
        journal.append(STAMP, Noted(ItemId("kv-1"), "a" * 100_000))
    line = "the journal can't be written (database or disk is full); make room or give write permission there"
    assert str(caught.value) == f"{path}: {line}"
    assert list(journal.entries()) == [first]
    assert journal.append(STAMP, NOTE).counter == 2


def test_damage_met_later_is_one_clear_line(journal: Journal, path: Path) -> None:
    journal.append(STAMP, NOTE)
    journal.close()
    raw = path.read_bytes()
    with closing(Database(path, timeout_seconds=0.1)) as database:
        # behind SQLite's back, as a disk does it
        path.write_bytes(raw[:4096] + bytes(len(raw) - 4096))
        with pytest.raises(DamagedError) as caught:
            database.rows("select * from entry")
    line = "damaged (database disk image is malformed); start drill again to restore it"
    assert str(caught.value) == f"{path}: {line}"


def test_text_that_is_none_is_damage(journal: Journal) -> None:
    with pytest.raises(DamagedError, match="Could not decode to UTF-8"):
        journal._database.rows("select cast(x'ff' as text)")


def test_a_bug_of_ours_keeps_its_own_error(journal: Journal) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        journal._database.rows("select 1 from nowhere")
