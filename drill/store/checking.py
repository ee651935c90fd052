"""Whether a journal is sound from end to end: every page, every entry, every snapshot.

Leaves out what a start looks at (looking.py) and what is done about damage (recovery.py).
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

from drill.errors import DrillError
from drill.store.database import Database
from drill.store.loglines import fault_of
from drill.store.migrations import MIGRATIONS
from drill.store.paging import PAGE_ROWS, Wanted, read_rows
from drill.store.rows import SELECT_SNAPSHOT, read_snapshot

_SCHEMA = "select name, sql from sqlite_schema where sql is not null"


def faults_of(database: Database) -> list[str]:
    """Read every page, every entry and every snapshot; return what is wrong, [] where nothing is."""
    try:
        found = [str(line) for (line,) in database.rows("pragma integrity_check")]
        # whose pages are damaged gives rows in which anything may stand
        return found if found != ["ok"] else [*_odd_tables(database), *_odd_rows(database)]
    except (DrillError, sqlite3.DatabaseError, TypeError) as error:
        # some damage keeps even the check from going on
        return [str(error)]


def _odd_tables(database: Database) -> Iterator[str]:
    with closing(sqlite3.connect(":memory:")) as made:
        for migration in MIGRATIONS:
            migration(made)
        wanted = made.execute(_SCHEMA).fetchall()
    here = set(database.rows(_SCHEMA))
    return (f"{name} is not as it was made" for name, sql in wanted if (name, sql) not in here)


def _odd_rows(database: Database) -> Iterator[str]:
    for row in read_rows(database, Wanted(), newest_first=False, page_rows=PAGE_ROWS):
        fault = fault_of(row)
        if fault is not None:
            yield f"entry {row[2]} is damaged ({fault})"
    for row in database.rows(SELECT_SNAPSHOT):
        try:
            read_snapshot(row)
        except (TypeError, ValueError) as error:
            yield f"the state of {row[0]} is damaged ({error})"
