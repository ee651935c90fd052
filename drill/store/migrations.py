"""The journal's tables, as numbered steps: step N leads from version N-1 to N (`pragma user_version`).

Leaves out the making of a new file (opening.py). Append steps; never edit one that has been released.
"""

from collections.abc import Callable, Sequence
from sqlite3 import Connection

from drill.errors import ContentError, DamagedError
from drill.store.database import Database

Migration = Callable[[Connection], None]

# "dril" in ASCII: tells a journal from any other SQLite file
APPLICATION_ID = 0x6472696C
_ENTRY_TABLE = "select 1 from sqlite_schema where name = 'entry'"


def _first_tables(connection: Connection) -> None:
    # entry keeps its rowid: bodies are long, and a table without one would carry them in the inner nodes
    # of its tree and repeat (counter, device) in each index below. The two small tables save a look-up.
    for statement in (
        """
        create table entry (
            counter integer not null,
            device text not null,
            id text not null unique,
            at text not null,
            utc_offset integer not null,
            day text not null,
            version integer not null,
            tag text not null,
            item text,
            body text not null,
            primary key (counter, device)
        ) strict
        """,
        "create index entry_item on entry (item, counter)",
        "create index entry_tag on entry (tag, counter)",
        "create index entry_day on entry (day, tag)",
        """
        create table snapshot (
            item text not null primary key,
            due text,
            first_day text,
            last_day text,
            suspended integer not null,
            body blob not null
        ) strict, without rowid
        """,
        "create index snapshot_due on snapshot (suspended, due)",
        "create index snapshot_first_day on snapshot (first_day)",
        "create table meta (key text not null primary key, value text not null) strict, without rowid",
    ):
        connection.execute(statement)


def _room_for_twins(connection: Connection) -> None:
    # two copies of one folder go on under one device and count alike: the id parts their entries.
    # `extra` keeps what a newer drill's log says of an entry beyond these columns
    for statement in (
        """
        create table entry_of_2 (
            counter integer not null,
            device text not null,
            id text not null unique,
            at text not null,
            utc_offset integer not null,
            day text not null,
            version integer not null,
            tag text not null,
            item text,
            body text not null,
            extra text,
            primary key (counter, device, id)
        ) strict
        """,
        """
        insert into entry_of_2
        select counter, device, id, at, utc_offset, day, version, tag, item, body, null from entry
        """,
        "drop table entry",
        "alter table entry_of_2 rename to entry",
        "create index entry_item on entry (item, counter)",
        "create index entry_tag on entry (tag, counter)",
        "create index entry_day on entry (day, tag)",
    ):
        connection.execute(statement)


MIGRATIONS: list[Migration] = [_first_tables, _room_for_twins]


def migrate(database: Database, *, backup: bool = True, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring a journal up to date, each step in a transaction of its own and after a backup beside the file.

    Raises DamagedError for a file that is no journal, ContentError for one that a newer drill made, before
    anything is written.
    """
    if database.value("pragma application_id") != APPLICATION_ID:
        raise DamagedError(
            f"{database.path}: this is not a journal of drill; start drill again to restore it"
        )
    version = database.value("pragma user_version")
    if version > len(migrations):
        raise ContentError(f"{database.path}: made by a newer drill; update drill")
    if version < 0:
        raise DamagedError(f"{database.path}: damaged (version {version}); start drill again to restore it")
    for number in range(version + 1, len(migrations) + 1):
        _apply(database, number, migrations[number - 1], backup=backup)


def _apply(database: Database, number: int, migration: Migration, *, backup: bool) -> None:
    with database.transaction():
        # another drill may have been faster while this one waited for the lock
        version = database.value("pragma user_version")
        if version >= number:
            return
        if version == 0 and database.rows(_ENTRY_TABLE):
            raise DamagedError(
                f"{database.path}: damaged (no version, but tables); start drill again to restore it"
            )
        if backup:
            database.copy_to(database.path.with_name(f"{database.path.name}.before-{number}"))
        migration(database.connection)
        database.connection.execute(f"pragma user_version = {number}")
