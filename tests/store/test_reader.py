"""Reading: every filter against the plain list, snapshots by day, and the statements behind them."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.errors import DamagedError
from drill.store.database import Database
from drill.store.journal import Journal
from drill.store.paging import PAGE_ROWS, Wanted, read_rows
from drill.store.rows import INSERT_ENTRY, Row, entry_row
from drill.store.snapshot import Snapshot
from drill.study.journal import (
    VERSION,
    Bookmarked,
    DeviceId,
    Entry,
    EntryId,
    Noted,
    Resumed,
    Stamp,
    decode_body,
    item_of,
    tag_of,
)
from drill.study.question import ItemId

DAY = date(2026, 5, 4)
STAMP = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 0, DAY)


def entry(n: int, *, device: str = "a") -> Entry:
    """Return entry n: seven items, three tags, 40 entries a day."""
    item = ItemId(f"item-{n % 7}")
    body = (Noted(item, "a"), Resumed(item), Bookmarked(item, on=True))[n % 3]
    stamp = Stamp(STAMP.at + timedelta(minutes=n), 0, DAY + timedelta(days=n // 40))
    return Entry(EntryId(f"{device}{n}"), DeviceId(device), n, stamp, body)


# two devices, as after a merge: their counters overlap
ENTRIES = [
    entry(n, device=device) for n in range(1, 300) for device in ("a", "b") if (n % 5, device) != (0, "b")
]


def fill(path: Path, entries: list[Entry]) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(INSERT_ENTRY, map(entry_row, entries))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled") / "journal.db"
    Journal.open(path, new_device=lambda: "a", new_id=str).close()
    fill(path, ENTRIES)
    return path


@settings(deadline=None, max_examples=150)
@given(
    item=st.none() | st.integers(0, 7).map(lambda n: ItemId(f"item-{n}")),
    tags=st.none() | st.sets(st.sampled_from(["noted", "resumed", "bookmarked", "dreamed"])),
    day=st.none() | st.integers(0, 8).map(lambda n: DAY + timedelta(days=n)),
    after=st.integers(0, 301),
    newest_first=st.booleans(),
    limit=st.none() | st.integers(0, 300),
)
def test_entries_filter_the_journal_in_its_order(  # noqa: PLR0917 - one drawn filter each
    filled: Path,
    item: ItemId | None,
    tags: set[str] | None,
    day: date | None,
    after: int,
    newest_first: bool,
    limit: int | None,
) -> None:
    wanted = [
        e
        for e in (reversed(ENTRIES) if newest_first else ENTRIES)
        if (item is None or item_of(e.body) == item)
        and (tags is None or tag_of(e.body) in tags)
        and (day is None or e.stamp.day == day)
        and e.counter > after
    ]
    with Journal.open(filled, new_device=str, new_id=str) as journal:
        found = journal.entries(
            item=item, tags=tags, day=day, after=after, newest_first=newest_first, limit=limit
        )
        assert list(found) == list(islice(wanted, limit))


def test_bodies_are_those_of_the_entries_in_their_order_without_a_newer_drills(journal: Journal) -> None:
    newer = msgspec.structs.replace(entry(3), id=EntryId("newer"), version=VERSION + 1)
    fill(journal.path, [entry(9), entry(3), entry(4), newer, entry(3, device="b")])
    bodies = journal.bodies("noted")
    entries = [one for one in journal.entries(tags=["noted"]) if one.version == VERSION]
    assert [one.id for one in entries] == ["a3", "b3", "a9"]
    assert [row[:2] for row in bodies] == [(one.id, one.stamp.day.isoformat()) for one in entries]
    assert [decode_body("noted", body.encode()) for _, _, body in bodies] == [one.body for one in entries]


def test_counts(filled: Path) -> None:
    with Journal.open(filled, new_device=str, new_id=str) as journal:
        assert journal.count("noted") == sum(tag_of(e.body) == "noted" for e in ENTRIES)
        assert journal.count("dreamed") == 0
        assert journal.last_counter() == 299
        assert journal.has_day(DAY, "noted")
        assert not journal.has_day(DAY, "dreamed")
        assert not journal.has_day(DAY - timedelta(days=1), "noted")


def snapshot(item: str, due: int | None, *, suspended: bool = False, first: int | None = 0) -> Snapshot:
    days = [None if n is None else DAY + timedelta(days=n) for n in (due, first)]
    return Snapshot(ItemId(item), days[0], days[1], days[1], suspended=suspended, body=item.encode())


def test_snapshots_by_day(journal: Journal) -> None:
    late, now, soon = snapshot("late", -3), snapshot("now", 0, first=-1), snapshot("soon", 2)
    aside, new = snapshot("aside", -9, suspended=True), snapshot("new", None, first=None)
    journal.replace_snapshots([soon, now, aside, new, late], fold="1")
    assert journal.due(DAY) == [late, now]
    assert journal.due(DAY, limit=1) == [late]
    days = (DAY, DAY + timedelta(days=2))
    assert journal.load(*days, counts=lambda _: True) == dict.fromkeys(days, 1)
    assert journal.load(*days, counts=lambda item: item != "soon") == {DAY: 1}
    assert journal.new_on(DAY) == 3
    assert journal.touched() == {"late", "now", "soon", "aside"}
    assert journal.snapshots() == [aside, late, new, now, soon]


def use_all(journal: Journal) -> None:
    """Call each method that a session calls, in every shape of its statement."""
    for newest_first in (False, True):
        for item, tags, day in [
            (None, None, None),
            (ItemId("item-1"), None, None),
            (ItemId("item-1"), ("noted",), DAY),
            (None, ("noted", "resumed"), None),
            (None, ("noted",), DAY),
            (None, None, DAY),
        ]:
            list(journal.entries(item=item, tags=tags, day=day, newest_first=newest_first, limit=5))
    kept = journal.append_folded(STAMP, Noted(ItemId("item-1"), "a"), lambda _b, _e: snapshot("item-1", 1))
    journal.append(STAMP, Noted(ItemId("item-2"), "a"), snapshots=[snapshot("item-2", 1)])
    journal.entry(kept.id)
    journal.count("noted")
    journal.has_day(DAY, "noted")
    journal.due(DAY)
    journal.load(DAY, DAY, counts=lambda _: True)
    journal.new_on(DAY)
    journal.touched()


def test_no_statement_of_a_session_scans_a_table(journal: Journal) -> None:
    connection = journal._database.connection
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    use_all(journal)
    connection.set_trace_callback(None)
    assert len(statements) > 20
    for statement in statements:
        for *_, step in connection.execute(f"explain query plan {statement}") if "from" in statement else ():
            assert not step.startswith("SCAN"), statement


def effort(path: Path, use: Callable[[Journal], object]) -> int:
    """Return the steps of SQLite's virtual machine that `use` takes, in tens."""
    with Journal.open(path, new_device=str, new_id=lambda: "fresh") as journal:
        steps = [0]

        def one_more() -> int:
            steps[0] += 1
            return 0

        journal._database.connection.set_progress_handler(one_more, 10)
        use(journal)
        return steps[0]


@pytest.fixture(scope="module")
def short_and_long(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Return journals of 400 and of 20,000 entries."""
    paths = []
    for n in (400, 20_000):
        paths.append(tmp_path_factory.mktemp("sizes") / "journal.db")
        Journal.open(paths[-1], new_device=lambda: "a", new_id=str).close()
        fill(paths[-1], [entry(k) for k in range(1, n)])
    return paths


@pytest.mark.parametrize(
    "use",
    [
        lambda journal: list(journal.entries(tags=("noted", "resumed"), newest_first=True, limit=20)),
        lambda journal: list(journal.entries(item=ItemId("item-1"), newest_first=True, limit=20)),
        lambda journal: list(journal.entries(newest_first=True, limit=20)),
        lambda journal: list(journal.entries(day=DAY, limit=20)),
        lambda journal: journal.has_day(DAY, "noted"),
        lambda journal: journal.append_folded(STAMP, Noted(ItemId("item-1"), "a"), lambda _b, _e: None),
    ],
    ids=["tags", "item", "newest", "day", "has-day", "append"],
)
def test_the_effort_does_not_grow_with_the_journal(
    short_and_long: list[Path], use: Callable[[Journal], object]
) -> None:
    short, long = (effort(path, use) for path in short_and_long)
    assert long <= short + 3


def test_an_index_out_of_order_is_damage_and_no_endless_round(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = entry_rows(PAGE_ROWS)
    monkeypatch.setattr(Database, "rows", lambda *_: page)
    with pytest.raises(DamagedError) as caught:
        list(read_rows(journal._database, Wanted(), newest_first=False, page_rows=PAGE_ROWS))
    line = "damaged (an index); start drill again to restore it"
    assert str(caught.value) == f"{journal.path}: {line}"


def entry_rows(number: int) -> list[Row]:
    return [(counter, "d", "id", *[None] * 8) for counter in range(1, number + 1)]
