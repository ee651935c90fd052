"""Backups and restoring as a learner meets them: what is said, on which stream, with which exit code."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from drill.cli.documents import schema

Drill = Callable[..., Any]
DAY = "journal-2026-12-10.db"
NEXT_DAY = "2026-12-11T09:00:00+01:00"


@pytest.fixture
def answered(drill: Drill, toy_banks: None, home: Path) -> Drill:
    """A learner who answered one question."""
    said = drill("quiz", "--kind", "choice", "--limit", "1", "--seed", "1", stdin="b\n")
    assert (said.err, said.code) == ("", 0)
    return drill


def entries(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("select count(*) from entry").fetchone()[0])


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_first_command_of_a_day_that_wrote_makes_the_backup(answered: Drill, home: Path) -> None:
    assert entries(home / "backups" / DAY) == entries(home / "journal.db")
    answered("suspend", "toy-choice")
    assert entries(home / "backups" / DAY) < entries(home / "journal.db")
    answered("due", now=NEXT_DAY)
    assert names(home / "backups") == [DAY]
    answered("resume", "toy-choice", now=NEXT_DAY)
    assert names(home / "backups") == [DAY, "journal-2026-12-11.db"]


def test_by_hand(answered: Drill, home: Path, tmp_path: Path) -> None:
    answered("suspend", "toy-choice")
    count = entries(home / "journal.db")
    assert answered("backup").out == f"{home / 'backups' / DAY}: {count} entries\n"
    said = answered("backup", "--to", str(tmp_path / "stick.db"), "--json")
    document = json.loads(said.out)
    Draft202012Validator({**json.loads(schema()), "$ref": "#/$defs/BackupDocument"}).validate(document)
    assert document == {"path": str(tmp_path / "stick.db"), "entries": count, "version": 1}
    assert entries(tmp_path / "stick.db") == count


def test_a_backup_that_fails_is_one_line_and_no_failure(drill: Drill, toy_banks: None, home: Path) -> None:
    home.mkdir()
    (home / "backups").touch()
    said = drill("quiz", "--kind", "choice", "--limit", "1", "--seed", "1", stdin="b\n")
    line = "no place for backups (File exists); free the folder or give --to"
    assert (said.err, said.code) == (f"drill: no backup today: {home / 'backups'}: {line}\n", 0)


def test_a_damaged_journal_is_restored_by_the_next_command(answered: Drill, home: Path) -> None:
    answered("suspend", "toy-choice")
    before = answered("history", "toy-choice").out
    path = home / "journal.db"
    path.write_bytes(bytes(4096) + path.read_bytes()[4096:])
    said = answered("history", "toy-choice")
    assert (said.out, said.code) == (before, 0)
    first, second = said.err.splitlines()
    assert first.startswith(f"drill: {path}: damaged, or no journal; kept as journal.db.damaged-")
    assert second.startswith(f"drill: restored from {home / 'backups' / DAY} (")
    assert answered("history", "toy-choice").err == ""


def test_damage_that_shows_when_the_desk_is_laid_is_restored_at_once(answered: Drill, home: Path) -> None:
    answered("config", "minutes", "7")
    with closing(sqlite3.connect(home / "journal.db")) as connection, connection:
        connection.execute("update entry set body = '{' where tag = 'setting-changed'")
    said = answered("config", "minutes")
    assert said.code == 0
    assert "found damaged before; kept as" in said.err


def test_damage_that_looks_like_a_bug_is_told_from_one(answered: Drill, home: Path) -> None:
    with closing(sqlite3.connect(home / "journal.db")) as connection, connection:
        connection.execute("update snapshot set body = x'00'")
    said = answered("history", "toy-choice")
    line = (
        "damaged (the state of toy-choice does not follow from its entries); start drill again to restore it"
    )
    assert (said.err, said.code) == (f"drill: {home / 'journal.db'}: {line}\n", 3)
    again = answered("history", "toy-choice")
    assert (again.err, again.code) == (f"drill: {home / 'journal.db'}: checked in full, and sound\n", 0)


def test_doctor_shows_journal_backups_and_what_was_restored(answered: Drill, home: Path) -> None:
    def lines(*options: str) -> dict[str, tuple[str, str]]:
        found = json.loads(answered("doctor", "--json", *options).out)["lines"]
        return {line["name"]: (line["state"], line["says"]) for line in found}

    assert lines()["backups"] == ("good", f"1, the newest {DAY}")
    assert lines("--full")["backups"] == ("good", f"1, the newest {DAY}, all sound")
    assert "restored" not in lines()
    (home / "journal.db").write_bytes(b"")
    answered("due")
    assert lines()["restored"] == ("weak", f"once; {home / 'recovered.log'} says how")
    (home / "backups" / DAY).write_bytes(b"SQLite")
    state, says = lines("--full")["backups"]
    assert state == "bad"
    assert says.endswith("; delete it, or run `drill backup` anew")
