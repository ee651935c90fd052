"""One connection to a journal file: transactions, copies, and SQLite's troubles in plain words.

Leaves out the tables (migrations.py) and what is asked of them (journal.py).
"""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NoReturn

from drill.errors import DamagedError, MissingError
from drill.store.rows import Row

_HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
# a length that was hit may say that a value is larger than any can be
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG)
_UNWRITABLE = (
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
)


class Database:
    """A connection to an existing file. Errors of SQLite that a person can mend come out as DrillError."""

    def __init__(self, path: Path, *, timeout_seconds: float, is_frozen: bool = False) -> None:
        """Connect; a frozen file is read as it lies, without a lock or a file beside it."""
        self.path = path
        self._mode = "mode=ro&immutable=1" if is_frozen else "mode=rw"
        self._timeout_seconds = timeout_seconds
        with self._plain_words():
            self.connection = self._connect()

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run one statement and return all of its rows: no cursor stays open to hold back other writers."""
        with self._plain_words():
            return self.connection.execute(sql, values).fetchall()

    def stream(self, sql: str) -> Iterator[Row]:
        """Yield the rows of a statement as they are read; until the last one, other writers are held back."""
        with self._plain_words():
            yield from self.connection.execute(sql)

    def put(self, sql: str, rows: Iterable[Row]) -> None:
        """Run one statement for each row."""
        with self._plain_words():
            self.connection.executemany(sql, rows)

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
        from tempfile import mkstemp

        try:
            # a name of its own: of two drills that copy at once, the later one's is in place
            handle, name = mkstemp(dir=to.parent, prefix=f".{to.name}.", suffix=".part")
            os.close(handle)
            part = Path(name)
            try:
                self._copy(part, to)
                part.replace(to)
            finally:
                part.unlink(missing_ok=True)
        except OSError as error:
            raise _no_copy(to, error.strerror) from error

    def close(self) -> None:
        """Close the connection; the last one out folds the write-ahead log into the file."""
        self.connection.close()

    def _copy(self, part: Path, to: Path) -> None:
        # a second connection, since SQLite does not copy through one that is writing
        with (
            self._plain_words(),
            closing(self._connect()) as source,
            closing(sqlite3.connect(part, timeout=self._timeout_seconds)) as target,
        ):
            try:
                source.backup(target)
            except sqlite3.OperationalError as error:
                if _code(error) in _UNWRITABLE:
                    raise _no_copy(to, error) from error
                raise

    def _connect(self) -> sqlite3.Connection:
        # mode=rw: a file that vanished meanwhile is an error, never a new and empty journal
        return sqlite3.connect(
            f"{self.path.absolute().as_uri()}?{self._mode}",
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
        except UnicodeDecodeError as error:
            # SQLite's own message quotes a damaged schema
            raise _damaged(self.path, error) from error


def _code(error: sqlite3.DatabaseError) -> int:
    # what Python's own part of the binding raises has no code
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    # text that is no UTF-8 is found by Python, not by SQLite
    is_pythons = isinstance(error, sqlite3.OperationalError) and not hasattr(error, "sqlite_errorcode")
    return is_pythons or _code(error) in _DAMAGED


def _damaged(path: Path, why: object) -> DamagedError:
    return DamagedError(f"{path}: damaged ({why}); start drill again to restore it")


def _no_copy(to: Path, why: object) -> MissingError:
    return MissingError(f"{to}: the copy can't be written ({why}); choose a folder that you can write to")


def _explain(error: sqlite3.DatabaseError, path: Path, *, seconds: float) -> NoReturn:
    """Raise a person's version of an error; one that only we can mend is raised as it is."""
    code = _code(error)
    if code in _HELD:
        raise MissingError(
            f"{path}: another drill has held the journal for {seconds:g} s, or its disk takes no locks; "
            "close it and try again"
        ) from error
    if _is_damage(error):
        raise _damaged(path, error) from error
    if code in _UNWRITABLE:
        raise MissingError(
            f"{path}: the journal can't be written ({error}); make room or give write permission there"
        ) from error
    raise error
