"""Opening: files that are no journal, folders that are no home, and two drills that start at once."""

import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from drill.errors import ContentError, DrillError, MissingError
from drill.store.journal import Journal
from drill.study.journal import Noted, Stamp
from drill.study.question import ItemId

STAMP = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 0, date(2026, 5, 4))
NOTE = Noted(ItemId("kv-1"), "a" * 2000)
NOTHING = "nothing in it can be read and no sound backup is there: move it aside to begin anew"


def trouble(path: Path, kind: type[DrillError]) -> str:
    """Return the one line with which opening fails."""
    with pytest.raises(kind) as caught:
        Journal.open(path, new_device=str, new_id=str)
    line = str(caught.value)
    assert "\n" not in line
    return line


def test_the_folder_is_for_its_owner_alone(journal: Journal, path: Path) -> None:
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert path.stat().st_mode & 0o777 == 0o600


def test_it_commits_through_a_synced_log(journal: Journal) -> None:
    assert journal._database.value("pragma journal_mode") == "wal"
    assert journal._database.value("pragma synchronous") == 2


@pytest.mark.parametrize("content", [b"", b"SQLite", b"my journal\n" * 500])
def test_another_kind_of_file_is_refused_and_kept(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    assert trouble(path, ContentError) == f"{path}: damaged, or no journal; {NOTHING}"
    assert path.read_bytes() == content


def test_another_programs_database_is_refused(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table cookies (name text)")
    before = path.read_bytes()
    assert trouble(path, ContentError) == f"{path}: this is not a journal of drill; {NOTHING}"
    assert path.read_bytes() == before


def test_a_log_without_its_journal_is_refused(path: Path) -> None:
    path.parent.mkdir()
    log = path.with_name("journal.db-wal")
    log.write_bytes(b"frames")
    assert trouble(path, ContentError) == f"{log}: a log without its journal; {NOTHING}"
    assert not path.exists()


def test_a_path_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "data" / "journal.db"
    line = f"{path}: no place for a journal (Not a directory); choose a folder that you can write to"
    assert trouble(path, MissingError) == line


@pytest.fixture
def locked_folder() -> Iterator[Path]:
    """A folder that anyone may read and none but root write to."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


AS_NOBODY = """
import os, sys, tempfile
from pathlib import Path
from drill.errors import MissingError
from drill.store.journal import Journal
# whatever is imported late is imported here: an ordinary user may not read root's Python
with tempfile.TemporaryDirectory() as folder:
    Journal.open(Path(folder, "journal.db"), new_device=str, new_id=str).close()
if os.geteuid() == 0:
    os.setuid(65534)
try:
    Journal.open(Path(sys.argv[1]), new_device=str, new_id=str)
except MissingError as error:
    print(error, end="")
"""


def opened_by_nobody(path: Path) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", AS_NOBODY, str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


def test_a_folder_that_can_not_be_written_is_refused(locked_folder: Path) -> None:
    path = locked_folder / "journal.db"
    line = f"{path}: no place for a journal (Permission denied); choose a folder that you can write to"
    assert opened_by_nobody(path) == line


def test_a_journal_that_can_not_be_written_is_refused(locked_folder: Path) -> None:
    path = locked_folder / "journal.db"
    locked_folder.chmod(0o755)
    Journal.open(path, new_device=str, new_id=str).close()
    path.chmod(0o444)
    locked_folder.chmod(0o555)
    line = opened_by_nobody(path)
    assert line.startswith(f"{path}: the journal can't be written (")


def test_of_two_first_starts_the_later_takes_the_journal_of_the_earlier(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier: list[Journal] = []
    link = os.link

    def too_late(source: Path, target: Path) -> None:
        monkeypatch.setattr(os, "link", link)
        earlier.append(Journal.open(path, new_device=lambda: "earlier", new_id=lambda: "id"))
        earlier[0].append(STAMP, NOTE)
        link(source, target)

    monkeypatch.setattr(os, "link", too_late)
    with Journal.open(path, new_device=lambda: "later", new_id=str) as journal, earlier[0]:
        assert journal.device == "earlier"
        assert journal.last_counter() == 1
    assert sorted(file.name for file in path.parent.iterdir()) == ["journal.db", "journal.db.lock"]


def test_a_file_system_without_hard_links_will_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_source: Path, _target: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    with Journal.open(path, new_device=str, new_id=str) as journal:
        assert journal.append(STAMP, NOTE).counter == 1


def test_an_old_sqlite_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.34.1")
    line = "SQLite 3.34.1 is too old: drill needs a Python with 3.37 or newer"
    assert trouble(path, MissingError) == line
