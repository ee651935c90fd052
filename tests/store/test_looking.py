"""What a start sees before it trusts a journal, and that it changes nothing by looking."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from drill.errors import DamagedError
from drill.store.backups import dated, prepare
from drill.store.files import Files
from drill.store.holding import Hold
from drill.store.journal import Journal
from drill.store.looking import look
from drill.study.journal import Noted, Stamp
from drill.study.question import ItemId

DAY = date(2026, 5, 4)
STAMP = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 0, DAY)


@pytest.fixture
def files(journal: Journal, path: Path) -> Files:
    """A journal that was closed."""
    journal.append(STAMP, Noted(ItemId("kv-1"), "a" * 5000))
    journal.close()
    return Files(path)


def seen(files: Files) -> str | None:
    """Return what a look finds."""
    hold = Hold(files.journal)
    hold.share()
    try:
        look(files, hold)
    except DamagedError as error:
        return str(error)
    finally:
        hold.close()
    return None


def test_a_sound_journal_and_none_at_all(files: Files, tmp_path: Path) -> None:
    assert seen(files) is None
    assert seen(Files(tmp_path / "journal.db")) is None


def test_a_doubt(files: Files) -> None:
    files.doubt()
    assert seen(files) == f"{files.journal}: found damaged before; start drill again to restore it"


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0", b"my journal\n" * 500])
def test_a_first_page_that_is_none(files: Files, content: bytes) -> None:
    files.journal.write_bytes(content)
    assert seen(files) == f"{files.journal}: damaged, or no journal; start drill again to restore it"


def test_a_file_that_is_shorter_than_it_says(files: Files) -> None:
    whole = files.journal.read_bytes()
    files.journal.write_bytes(whole[:8192])
    line = f"damaged (8,192 bytes of {len(whole):,}); start drill again to restore it"
    assert seen(files) == f"{files.journal}: {line}"
    # the pages that lack may stand in the log
    files.log.write_bytes(b"frames")
    assert seen(files) is None


def test_a_journal_that_is_gone(files: Files) -> None:
    files.journal.unlink()
    assert seen(files) is None
    backup = dated(files.journal, DAY)
    prepare(backup)
    backup.touch()
    assert seen(files) == f"{files.journal}: it is gone; start drill again to restore it"
    files.log.write_bytes(b"frames")
    assert seen(files) == f"{files.log}: a log without its journal; start drill again to restore it"


def test_a_log_left_behind_is_held_against_its_checksums(
    open_journal: Callable[..., Journal], path: Path
) -> None:
    journal = open_journal()
    journal.append(STAMP, Noted(ItemId("kv-1"), "a"))
    files = Files(path)
    log = files.log.read_bytes()
    assert seen(files) is None
    damaged = log[:99] + bytes([log[99] ^ 1]) + log[100:]
    files.log.write_bytes(damaged)
    # the drill that has it open knows better: it is not looked at
    assert seen(files) is None
    files.log.write_bytes(log)
    journal.close()
    files.log.write_bytes(damaged)
    line = "damaged (a checksum is wrong); start drill again to restore it"
    assert seen(files) == f"{files.log}: {line}"
    assert files.log.read_bytes() == damaged


def test_where_no_lock_can_be_had_a_log_is_not_looked_at(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    files.log.write_bytes(b"frames" * 50)
    assert "a checksum is wrong" in (seen(files) or "")

    def fails(_hold: Hold, **_: float) -> bool:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(Hold, "take", fails)
    assert seen(files) is None
