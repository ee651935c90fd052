"""Every payload survives the way to a row and back."""

from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.errors import ContentError
from drill.store.rows import entry_row, read_entry, read_snapshot, snapshot_row
from drill.store.snapshot import Snapshot
from drill.study.ask import Ask
from drill.study.journal import (
    VERSION,
    DeviceId,
    Entry,
    EntryId,
    Known,
    Payload,
    Resumed,
    Stamp,
    Unknown,
    item_of,
)
from drill.study.question import ItemId

PLACE = Path("journal.db")

# JSON has neither infinities nor lone surrogates
st.register_type_strategy(float, st.floats(allow_nan=False, allow_infinity=False))
st.register_type_strategy(str, st.text(st.characters(exclude_categories=["Cs"])))


def built(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Draw a struct from the types of its fields."""
    hints = get_type_hints(kind)
    return st.builds(
        kind,
        **{
            field: built(Ask) if hint is Ask else st.from_type(hint)
            for field, hint in hints.items()
            if field in kind.__struct_fields__
        },
    )


offsets = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
stamps = st.builds(
    Stamp,
    # an instant near either end of the calendar has no UTC
    at=st.datetimes(datetime(1900, 1, 1), datetime(9000, 1, 1), timezones=offsets),  # noqa: DTZ001
    offset=st.integers(-14 * 60, 14 * 60),
    day=st.dates(),
)
unknown = st.builds(Unknown, tag=st.just("dreamed"), raw=st.text().map(lambda text: text.encode()))
payloads: st.SearchStrategy[Payload] = st.one_of(*(built(kind) for kind in get_args(Known)), unknown)
entries = st.builds(
    Entry,
    id=st.text().map(EntryId),
    device=st.text().map(DeviceId),
    counter=st.integers(1, 2**63 - 1),
    stamp=stamps,
    body=payloads,
    version=st.integers(1, 9),
)


@settings(deadline=None, max_examples=300)
@given(entries)
def test_an_entry_comes_back_as_it_was(entry: Entry) -> None:
    read = read_entry(entry_row(entry), PLACE)
    if entry.version > VERSION:
        # what a newer drill means by it is unknown
        assert isinstance(read.body, Unknown)
    else:
        assert read == entry
    assert entry_row(read) == (*entry_row(entry)[:8], item_of(read.body), *entry_row(entry)[9:])


@settings(deadline=None)
@given(built(Snapshot))
def test_a_snapshot_comes_back_as_it_was(snapshot: Snapshot) -> None:
    assert read_snapshot(snapshot_row(snapshot)) == snapshot


def entry_at(at: datetime) -> Entry:
    stamp = Stamp(at=at, offset=120, day=date(2026, 5, 4))
    return Entry(EntryId("a"), DeviceId("d"), 1, stamp, Resumed(ItemId("kv-1")))


def test_the_instant_is_kept_in_utc_with_microseconds() -> None:
    local = datetime(2026, 5, 4, 1, 30, tzinfo=timezone(timedelta(hours=2)))
    assert entry_row(entry_at(local))[3] == "2026-05-03T23:30:00.000000+00:00"


def test_an_instant_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a time zone"):
        entry_row(entry_at(datetime(2026, 5, 4)))  # noqa: DTZ001


def test_an_old_row_without_a_zone_is_utc() -> None:
    row = list(entry_row(entry_at(datetime(2026, 5, 4, tzinfo=UTC))))
    row[3] = "2026-05-04T00:00:00"
    assert read_entry(tuple(row), PLACE).stamp.at == datetime(2026, 5, 4, tzinfo=UTC)


def test_a_damaged_body_names_the_file_and_the_entry() -> None:
    row = list(entry_row(entry_at(datetime(2026, 5, 4, tzinfo=UTC))))
    row[9] = '{"type": "resumed"}'
    with pytest.raises(ContentError, match=r"^journal\.db: entry a is damaged \(.*\); start drill again"):
        read_entry(tuple(row), PLACE)
