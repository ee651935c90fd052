"""What `drill doctor` finds, line by line; the walls themselves are tried in grader and cli."""

import platform
from importlib.metadata import version
from pathlib import Path

import pytest

from drill.errors import ContentError, MissingError
from drill.grader.probe import Probe, Probed
from drill.sessions import checkup
from drill.sessions.backing import back_up
from drill.sessions.checkup import Finding, examine
from drill.sessions.desk import Desk
from drill.store.journal import Journal

HELD = Probed("a sweep", (Probe("reads the solutions", stopped=True), Probe("sees processes", stopped=False)))


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose walls hold one thing of two."""
    monkeypatch.setattr(checkup, "landlock_version", lambda: 4)
    monkeypatch.setattr(checkup, "probe", lambda secret: HELD)


def test_all_is_said_in_order(desk: Desk, tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert examine(data, tmp_path / "secret", lambda: desk.journal) == [
        Finding("python", "good", platform.python_version()),
        Finding("numpy", "good", version("numpy")),
        Finding("system", "good", f"{platform.system()} {platform.release()}"),
        Finding("data folder", "good", f"{data}: writable"),
        Finding("journal", "good", f"{desk.journal.last_counter()} entries, sound"),
        Finding("backups", "good", "none yet; one is made on each day with an answer"),
        Finding("landlock", "good", "version 4"),
        Finding("worker", "good", "behind a sweep"),
        Finding("a solution that reads the solutions", "good", "stopped"),
        Finding("a solution that sees processes", "weak", "not stopped"),
    ]
    assert list(data.iterdir()) == []


def test_a_folder_that_is_none(desk: Desk, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.touch()
    found = examine(data, tmp_path / "secret", lambda: desk.journal)
    assert Finding("data folder", "bad", f"{data}: can't be written (File exists)") in found


def test_a_journal_that_does_not_open(tmp_path: Path) -> None:
    def refuse() -> Journal:
        raise ContentError("journal.db: damaged; restore a backup")

    found = examine(tmp_path, tmp_path / "secret", refuse)
    assert Finding("journal", "bad", "journal.db: damaged; restore a backup") in found


def test_a_journal_with_a_fault(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Journal, "check", lambda journal: ["page 3 is damaged", "page 7 is damaged"])
    found = examine(tmp_path, tmp_path / "secret", lambda: desk.journal)
    assert Finding("journal", "bad", "page 3 is damaged; the next start mends it") in found


def test_backups_and_what_was_restored(desk: Desk, tmp_path: Path) -> None:
    data = desk.journal.path.parent
    back_up(desk.journal, desk.today, None)
    newest = f"journal-{desk.today}.db"
    (data / "recovered.log").touch()
    found = examine(data, tmp_path / "secret", lambda: desk.journal)
    assert Finding("backups", "good", f"1, the newest {newest}") in found
    assert Finding("restored", "weak", f"once; {data / 'recovered.log'} says how") in found
    found = examine(data, tmp_path / "secret", lambda: desk.journal, full=True)
    assert Finding("backups", "good", f"1, the newest {newest}, all sound") in found
    backup = data / "backups" / newest
    backup.write_bytes(backup.read_bytes()[:5000])
    found = examine(data, tmp_path / "secret", lambda: desk.journal, full=True)
    broken = next(one for one in found if one.name == "backups")
    assert broken.state == "bad"
    assert broken.says.startswith(f"damaged: {newest} (")
    assert broken.says.endswith("); delete it, or run `drill backup` anew")


def test_no_worker_and_no_landlock(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(secret: Path) -> Probed:
        raise MissingError("no worker starts")

    monkeypatch.setattr(checkup, "landlock_version", lambda: 0)
    monkeypatch.setattr(checkup, "probe", refuse)
    assert examine(tmp_path, tmp_path / "secret", lambda: desk.journal)[-2:] == [
        Finding("landlock", "weak", "none in this kernel"),
        Finding("worker", "bad", "no worker starts"),
    ]


def test_backups_that_can_not_be_read(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(_: Path) -> list[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(checkup, "backups_of", denied)
    found = {one.name: one for one in examine(tmp_path, tmp_path / "secret", lambda: desk.journal)}
    assert found["backups"] == Finding(
        "backups", "bad", f"{tmp_path / 'backups'}: can't be read (Permission denied)"
    )
