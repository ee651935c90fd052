"""The full check: what SQLite's own does not see."""

from datetime import UTC, date, datetime

import pytest

from drill.store.checking import faults_of
from drill.store.journal import Journal
from drill.study.journal import EntryId, Noted, Stamp, Unknown
from drill.study.question import ItemId

STAMP = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 0, date(2026, 5, 4))


@pytest.fixture
def filled(journal: Journal) -> Journal:
    journal.append(STAMP, Noted(ItemId("kv-1"), "a"))
    journal.append(STAMP, Unknown("dreamed", b'{"type":"dreamed",\n "of": 1}'))
    assert faults_of(journal._database) == []
    return journal


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ("body = '{'", "is damaged (Input data was truncated)"),
        ('body = \'{"type":"noted","item":"kv-2","text":"a"}\'', "its body speaks of another item"),
        ("day = '2026-05-32'", "is damaged (day is out of range for month)"),
        ("utc_offset = 5000", "is damaged (Expected `int` <"),
        ("tag = 'undone'", "its body is of another tag"),
    ],
)
def test_an_entry_that_is_none(filled: Journal, change: str, fault: str) -> None:
    entry = next(filled.entries(tags=("noted",)))
    filled._database.rows(f"update entry set {change} where tag = 'noted'")
    faults = faults_of(filled._database)
    assert len(faults) == 1
    assert faults[0].startswith(f"entry {entry.id} is damaged (")
    assert fault in faults[0]


def test_a_snapshot_whose_day_is_none(filled: Journal) -> None:
    filled._database.rows("insert into snapshot values ('kv-1', '2026-05-xx', null, null, 0, x'00')")
    assert faults_of(filled._database) == [
        "the state of kv-1 is damaged (Invalid isoformat string: '2026-05-xx')"
    ]


def test_a_table_that_was_made_otherwise(filled: Journal) -> None:
    filled._database.rows("drop index entry_day")
    filled._database.rows("create index entry_day on entry (tag, day)")
    assert faults_of(filled._database) == ["entry_day is not as it was made"]
    filled._database.rows("drop table meta")
    assert len(faults_of(filled._database)) == 2
    assert filled.entry(EntryId("none")) is None
