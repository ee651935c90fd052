"""Steps from one version to the next: a backup before each, all or nothing, a newer file left alone."""

import sqlite3
from contextlib import closing
from pathlib import Path
from sqlite3 import Connection

import pytest

from drill.errors import ContentError, DamagedError
from drill.store.database import Database
from drill.store.journal import Journal
from drill.store.migrations import APPLICATION_ID, MIGRATIONS, migrate
from drill.study.question import ItemId


def old_file(path: Path) -> None:
    """Make a journal of version 0: marked as ours, with a table that no step knows."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma application_id = {APPLICATION_ID}")
        connection.execute("create table old (line text)")
        connection.execute("insert into old (line) values ('kept')")
        connection.commit()


def value(path: Path, sql: str) -> object:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchone()[0]


def add_mood(connection: Connection) -> None:
    connection.execute("alter table entry add column mood text")


def fail_half_way(connection: Connection) -> None:
    connection.execute("drop table meta")
    raise ZeroDivisionError


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("select name from sqlite_schema where type = 'table'")}


def test_an_old_file_is_copied_and_brought_up_to_date(path: Path) -> None:
    old_file(path)
    with Journal.open(path, new_device=lambda: "d", new_id=str) as journal:
        assert journal.device == "d"
        assert journal.check() == []
    backup = path.with_name("journal.db.before-1")
    steps = [f"journal.db.before-{number}" for number in range(1, len(MIGRATIONS) + 1)]
    assert sorted(file.name for file in path.parent.iterdir()) == ["journal.db", *steps, "journal.db.lock"]
    assert value(path, "pragma user_version") == len(MIGRATIONS)
    assert value(path, "select line from old") == "kept"
    assert value(backup, "pragma user_version") == 0
    assert tables(backup) == {"old"}


def test_a_journal_of_version_1_keeps_its_entries(path: Path) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"pragma application_id = {APPLICATION_ID}")
        MIGRATIONS[0](connection)
        connection.execute("pragma user_version = 1")
        body = '{"type":"resumed","item":"kv-1"}'
        for counter, device in ((2, "b"), (1, "b"), (1, "a")):
            connection.execute(
                "insert into entry values (?, ?, ?, '2026-05-04T09:00:00+00:00', 0, '2026-05-04', 1, "
                "'resumed', 'kv-1', ?)",
                (counter, device, f"{device}{counter}", body),
            )
    with Journal.open(path, new_device=lambda: "d", new_id=str) as journal:
        assert [entry.id for entry in journal.entries(item=ItemId("kv-1"))] == ["a1", "b1", "b2"]
        assert journal.check() == []


def test_a_new_file_needs_no_backup(journal: Journal, path: Path) -> None:
    journal.close()
    assert sorted(file.name for file in path.parent.iterdir()) == ["journal.db", "journal.db.lock"]


def test_each_step_has_its_own_backup(path: Path) -> None:
    old_file(path)
    with closing(Database(path, timeout_seconds=1)) as database:
        migrate(database, migrations=[*MIGRATIONS[:1], add_mood])
        assert database.value("pragma user_version") == 2
    assert value(path.with_name("journal.db.before-2"), "pragma user_version") == 1


def test_a_step_that_fails_changes_nothing(journal: Journal, path: Path) -> None:
    journal.close()
    before = tables(path)
    with closing(Database(path, timeout_seconds=1)) as database, pytest.raises(ZeroDivisionError):
        migrate(database, migrations=[*MIGRATIONS, fail_half_way])
    assert tables(path) == before
    assert value(path, "pragma user_version") == len(MIGRATIONS)


def test_a_step_waits_for_another_drill_and_then_has_nothing_to_do(journal: Journal, path: Path) -> None:
    database = journal._database

    def must_not_run(_connection: Connection) -> None:
        raise AssertionError

    class Late(Database):
        """Reads the version before the other drill has migrated, and the lock after."""

        def value(self, sql: str, values: object = ()) -> object:
            if sql == "pragma user_version" and not self.connection.in_transaction:
                return 0
            return super().value(sql)

    with closing(Late(database.path, timeout_seconds=1)) as late:
        migrate(late, migrations=[must_not_run])


def test_a_newer_file_is_refused_and_left_as_it_is(journal: Journal, path: Path) -> None:
    journal.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(ContentError) as caught:
        Journal.open(path, new_device=str, new_id=str)
    assert str(caught.value) == f"{path}: made by a newer drill; update drill"
    assert path.read_bytes() == before
    assert sorted(file.name for file in path.parent.iterdir()) == ["journal.db", "journal.db.lock"]


@pytest.mark.parametrize(
    ("pragma", "line"),
    [
        ("application_id = 7", "this is not a journal of drill; start drill again to restore it"),
        ("user_version = -5", "damaged (version -5); start drill again to restore it"),
        ("user_version = 0", "damaged (no version, but tables); start drill again to restore it"),
    ],
)
def test_numbers_that_no_drill_wrote_are_damage(journal: Journal, path: Path, pragma: str, line: str) -> None:
    journal.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"pragma {pragma}")
    with closing(Database(path, timeout_seconds=1)) as database:
        before = tables(path)
        with pytest.raises(DamagedError) as caught:
            migrate(database)
        assert str(caught.value) == f"{path}: {line}"
        assert tables(path) == before
