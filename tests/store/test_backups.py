"""The folder of backups: which are listed, which are kept, which are sound."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NoReturn

import pytest

from drill.errors import MissingError
from drill.store.backups import KEPT, backups_of, dated, fault_in, is_backup, prepare, prune
from drill.store.journal import Journal
from drill.study.journal import Noted, Stamp
from drill.study.question import ItemId

DAY = date(2026, 5, 20)
STAMP = Stamp(datetime(2026, 5, 20, 9, tzinfo=UTC), 0, DAY)


def lay(path: Path, *names: str) -> None:
    folder = path.with_name("backups")
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).touch()


def names(path: Path) -> list[str]:
    return sorted(file.name for file in path.with_name("backups").iterdir())


def test_no_folder_is_no_backup(path: Path) -> None:
    assert backups_of(path) == []


def test_the_newest_day_comes_first_and_other_names_are_none(path: Path) -> None:
    days = [DAY - timedelta(days=ago) for ago in (3, 1, 2)]
    lay(path, *(dated(path, day).name for day in days), "mine.db", "journal-2026-05-20.db.old", "notes")
    assert backups_of(path) == [dated(path, day) for day in sorted(days, reverse=True)]


def test_the_newest_14_are_kept_and_all_that_was_made_by_hand(path: Path) -> None:
    days = [DAY - timedelta(days=ago) for ago in range(20)]
    cut = [".journal-2026-05-19.db.ab_c.part", ".journal-2026-05-20.db.abc.part"]
    lay(path, *(dated(path, day).name for day in days), "before-the-move.db", *cut)
    prune(path, DAY)
    kept = sorted(dated(path, day).name for day in days[:KEPT])
    # that of today may still be on its way
    assert names(path) == sorted([*kept, "before-the-move.db", cut[1]])


def test_one_that_can_not_be_deleted_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lay(path, *(dated(path, DAY - timedelta(days=ago)).name for ago in range(15)))

    def fails(*_: object, **__: object) -> NoReturn:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", fails)
    line = r"backups: an old backup can't be deleted \(Permission denied\); free the folder"
    with pytest.raises(MissingError, match=line):
        prune(path, DAY)


def test_no_place_for_them_is_one_line(path: Path) -> None:
    path.parent.mkdir()
    path.with_name("backups").touch()
    with pytest.raises(MissingError) as caught:
        prepare(dated(path, DAY))
    folder = path.with_name("backups")
    assert str(caught.value) == f"{folder}: no place for backups (File exists); free the folder or give --to"


def test_what_looks_like_a_backup(journal: Journal, path: Path, tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("SQLite")
    assert [is_backup(one) for one in (path, tmp_path / "text.db", tmp_path, tmp_path / "none")] == [
        True,
        False,
        False,
        False,
    ]


def test_a_fault_is_found_and_the_backup_left_as_it_is(
    open_journal: Callable[..., Journal], path: Path
) -> None:
    journal = Journal.open(path, new_device=lambda: "d", new_id=lambda: "id")
    journal.append(STAMP, Noted(ItemId("kv-1"), "a"))
    backup = dated(path, DAY)
    prepare(backup)
    journal.backup(backup)
    journal.close()
    assert fault_in(backup) is None
    whole = backup.read_bytes()
    for broken, says in [
        (whole[: len(whole) // 2], "damaged ("),
        (b"", "this is not a journal of drill"),
        (
            whole.replace(b"2026-05-20T09", b"2026-05-99T09"),
            "entry id is damaged (day is out of range for month)",
        ),
        (whole[:60] + (99).to_bytes(4) + whole[64:], "made by a newer drill"),
        (whole[:60] + bytes(4) + whole[64:], "damaged (no version, but tables)"),
    ]:
        backup.write_bytes(broken)
        assert says in (fault_in(backup) or "")
        assert backup.read_bytes() == broken
    backup.unlink()
    assert "damaged (No such file or directory)" in (fault_in(backup) or "")
    assert names(path) == []
