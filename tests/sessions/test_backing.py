"""Backups of the journal: which are made, and which places and journals are refused."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from drill.errors import DamagedError, MissingError, UsageError
from drill.sessions.backing import back_up, back_up_today
from drill.sessions.desk import Desk
from drill.store.backups import KEPT, backups_of, dated
from drill.store.files import Files
from drill.store.journal import Journal
from drill.study.journal import Suspended
from drill.study.question import ItemId


def entries(path: Path) -> int:
    with Journal.open(path, new_device=str, new_id=str) as journal:
        return journal.entry_count()


def test_one_a_day_and_only_of_a_day_with_an_entry(desk: Desk) -> None:
    journal, day = desk.journal, desk.today
    back_up_today(journal, day)
    assert backups_of(journal.path) == []
    desk.write(Suspended(ItemId("tokens-1")))
    back_up_today(journal, day)
    desk.write(Suspended(ItemId("tokens-2")))
    back_up_today(journal, day)
    assert backups_of(journal.path) == [dated(journal.path, day)]
    assert entries(dated(journal.path, day)) == 1
    # by hand it is made anew
    assert back_up(journal, day, None) == dated(journal.path, day)
    assert entries(dated(journal.path, day)) == 2


def test_the_oldest_go(desk: Desk) -> None:
    desk.write(Suspended(ItemId("tokens-1")))
    for number in range(KEPT + 3):
        back_up_today(desk.journal, desk.today + timedelta(days=number))
    assert len(backups_of(desk.journal.path)) == KEPT


def test_by_hand_to_a_file_or_a_folder(desk: Desk, tmp_path: Path) -> None:
    desk.write(Suspended(ItemId("tokens-1")))
    for to, path in [
        (tmp_path / "stick" / "mine.db", tmp_path / "stick" / "mine.db"),
        (tmp_path / "stick", tmp_path / "stick" / "journal-2026-05-04.db"),
        # once more: an earlier backup is written over
        (tmp_path / "stick" / "mine.db", tmp_path / "stick" / "mine.db"),
    ]:
        assert back_up(desk.journal, desk.today, to) == path
        assert entries(path) == 1
    assert backups_of(desk.journal.path) == []


def test_nothing_but_a_backup_is_written_over(desk: Desk, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear")
    for to in (letter, desk.journal.path):
        with pytest.raises(UsageError, match="is there and is no backup of this journal; give another name"):
            back_up(desk.journal, desk.today, to)
    assert letter.read_text() == "Dear"


def test_a_name_that_would_be_deleted_is_refused(desk: Desk) -> None:
    to = dated(desk.journal.path, desk.today)
    with pytest.raises(
        UsageError, match="drill deletes such a name in time; give another, or leave --to out"
    ):
        back_up(desk.journal, desk.today, to)


def test_a_damaged_journal_never_takes_the_place_of_a_backup(
    desk: Desk, open_desk: Callable[..., Desk]
) -> None:
    desk.write(Suspended(ItemId("tokens-1")))
    backup = back_up(desk.journal, desk.today, None)
    good = backup.read_bytes()
    desk.journal._database.rows("update entry set body = '{'")
    with pytest.raises(DamagedError, match=r"damaged \(entry .*\), so it was not copied; start drill again"):
        back_up(desk.journal, desk.today, None)
    assert backup.read_bytes() == good
    assert Files(desk.journal.path).suspect.exists()
    desk.journal.close()
    again = open_desk()
    assert [entry.body for entry in again.journal.entries()] == [Suspended(ItemId("tokens-1"))]
    assert again.record(ItemId("tokens-1")).suspended


def test_another_machines_backup_is_not_written_over(desk: Desk, tmp_path: Path) -> None:
    """Both name it after the day where they are given a folder."""
    desk.write(Suspended(ItemId("tokens-1")))
    stick = tmp_path / "stick"
    stick.mkdir()
    with Journal.open(tmp_path / "other.db", new_device=lambda: "other", new_id=lambda: "one") as other:
        theirs = back_up(other, desk.today, stick)
    before = theirs.read_bytes()
    with pytest.raises(UsageError, match="is no backup of this journal; give another name"):
        back_up(desk.journal, desk.today, stick)
    assert theirs.read_bytes() == before


def test_a_place_that_can_not_be_looked_at(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match=r"no place for a backup \(File name too long\); give another name"):
        back_up(desk.journal, desk.today, Path("a" * 5000))
    desk.write(Suspended(ItemId("tokens-1")))

    def denied(_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", denied)
    with pytest.raises(MissingError, match=r"backups: can't be read \(Permission denied\); free the folder"):
        back_up_today(desk.journal, desk.today)
