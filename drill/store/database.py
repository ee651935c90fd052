"""One connection to a journal file: transactions, copies, and SQLite's troubles in plain words.

Leaves out the tables (migrations.py) and what is asked of them (journal.py).
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NoReturn

from drill.errors import ContentError, MissingError
from drill.store.rows import Row

_HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_UNWRITABLE = (
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
)


class Database:
    """A connection to an existing file. Errors of SQLite that a person can mend come out as DrillError."""

    def __init__(self, path: Path, *, timeout_seconds: float) -> None:
        self.path = path
        self._timeout_seconds = timeout_seconds
        with self._plain_words():
            self.connection = self._connect()

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run one statement and return all of its rows: no cursor stays open to hold back other writers."""
        with self._plain_words():
            return self.connection.execute(sql, values).fetchall()

    def value(self, sql: str, values: Sequence[object] = ()) -> Any:
        """Return the first column of the first row, None where there is no row."""
        rows = self.rows(sql, values)
        return rows[0][0] if rows else None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Hold the write lock; commit at the end, roll back on any error."""
        with self._plain_words():
            # immediate: what is read inside is still true when it is written back
            self.connection.execute("begin immediate")
            try:
                yield
                self.connection.execute("commit")
            except BaseException:
                # SQLite has already rolled back by itself where the disk was full
                if self.connection.in_transaction:
                    self.connection.execute("rollback")
                raise

    def copy_to(self, to: Path) -> None:
        """Write a consistent copy to `to`, complete or not at all."""
        part = to.with_name(f"{to.name}.part")
        try:
            part.touch(mode=0o600)
            self._copy(part)
            part.replace(to)
        except OSError as error:
            raise MissingError(
                f"{to}: the copy can't be written ({error.strerror}); choose a folder that you can write to"
            ) from error

    def close(self) -> None:
        """Close the connection; the last one out folds the write-ahead log into the file."""
        self.connection.close()

    def _copy(self, to: Path) -> None:
        # a second connection, since SQLite does not copy through one that is writing
        with self._plain_words(), closing(self._connect()) as source, closing(sqlite3.connect(to)) as target:
            source.backup(target)

    def _connect(self) -> sqlite3.Connection:
        # mode=rw: a file that vanished meanwhile is an error, never a new and empty journal
        return sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode=rw",
            timeout=self._timeout_seconds,
            isolation_level=None,
            uri=True,
        )

    @contextmanager
    def _plain_words(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.DatabaseError as error:
            _explain(error, self.path, seconds=self._timeout_seconds)


def _explain(error: sqlite3.DatabaseError, path: Path, *, seconds: float) -> NoReturn:
    """Raise a person's version of an error; one that only we can mend is raised as it is."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if code in _HELD:
        raise MissingError(
            f"{path}: another drill has held the journal for {seconds:g} s; close it and try again"
        ) from error
    if code in _DAMAGED:
        raise ContentError(
            f"{path}: damaged ({error}); move it and its -wal file aside, restore a backup"
        ) from error
    if code in _UNWRITABLE:
        raise MissingError(
            f"{path}: the journal can't be written ({error}); make room or give write permission there"
        ) from error
    raise error
