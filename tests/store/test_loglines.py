"""A journal as lines: every byte comes back, what a newer drill says is kept, what is no entry is named."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest

from drill.errors import ContentError
from drill.store.journal import Journal
from drill.store.loglines import read_log, write_log
from drill.store.snapshot import Snapshot
from drill.study.journal import Noted, Stamp, Unknown
from drill.study.question import ItemId

STAMP = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 120, date(2026, 5, 4))
NOTE = Noted(ItemId("kv-1"), 'naïve \U0001f642 \x00 \\ "quoted" \u2028')
HEAD = b'{"format":"drill-log","version":1,"entries":1}\n'


def folded(item: ItemId) -> Snapshot:
    return Snapshot(item, None, None, None, suspended=False, body=b"")


def line(**changed: Any) -> bytes:
    entry = {
        "counter": 1,
        "device": "laptop",
        "id": "one",
        "at": "2026-05-04T09:00:00+00:00",
        "offset": 120,
        "day": "2026-05-04",
        "version": 1,
        "tag": "suspended",
        "item": "kv-1",
        "body": {"type": "suspended", "item": "kv-1"},
    }
    return json.dumps(entry | changed).encode() + b"\n"


def test_every_byte_comes_back(journal: Journal) -> None:
    journal.append(STAMP, NOTE)
    journal.append(STAMP, Unknown("dreamed", b'{ "type":"dreamed",\n\t"of": "\xc3\xa9\\u00e9" }\n'))
    lines = list(write_log(journal.rows()))
    assert len(lines) == 3
    assert read_log(lines, "a.log") == (journal.rows(), [])
    assert list(write_log(read_log(lines, "a.log").rows)) == lines


def test_fields_and_tags_of_a_newer_drill_go_on_as_they_came() -> None:
    odd = b'{"mood" : [1.50, "\\u00e9"],' + line(tag="dreamed", body={"type": "dreamed"})[1:]
    newer = line(id="two", version=2, body={"type": "suspended", "items": ["kv-1"]})
    rows, troubles = read_log([HEAD, odd, newer], "a.log")
    assert troubles == []
    again = list(write_log(rows))
    assert b'"mood":[1.50, "\\u00e9"]}\n' in again[1]
    assert read_log(again, "a.log").rows == rows


def test_a_newer_version_of_a_known_tag_is_kept_and_not_understood(journal: Journal) -> None:
    rows = read_log([HEAD, line(version=2, body={"type": "suspended", "items": []})], "a.log").rows
    journal.merge(rows, folded)
    (entry,) = journal.entries()
    assert entry.body == Unknown("suspended", b'{"type": "suspended", "items": []}')


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"counter": 0}, "Expected `int` >= 1 - at `$.counter`"),
        ({"counter": 2**63}, "at `$.counter`"),
        ({"device": "../../etc/cron"}, "at `$.device`"),
        ({"device": ""}, "at `$.device`"),
        ({"device": "laptop\n"}, "at `$.device`"),
        ({"id": "one\x1b[2J"}, "at `$.id`"),
        ({"at": "2026-05-04T09:00:00"}, "its instant has no time zone"),
        ({"at": "yesterday"}, "Invalid isoformat string"),
        ({"offset": 1440}, "at `$.offset`"),
        ({"day": "2026-02-30"}, "day"),
        ({"tag": "resumed"}, "its body is of another tag"),
        ({"item": "kv-2"}, "its body speaks of another item"),
        ({"item": None}, "its body speaks of another item"),
        ({"body": {"type": "suspended"}}, "missing required field `item`"),
        ({"body": "{"}, "Input data was truncated"),
        ({"body": None}, "Expected `object`, got `null`"),
        # a day is looked up by its text, and a year at the end of all dates has no week around it
        ({"day": "2026-W19-1"}, "its day is not written like 2026-05-04"),
        ({"day": "20260504"}, "its day is not written like 2026-05-04"),
        ({"day": "9999-12-31"}, "its year is out of reach"),
        ({"at": "0001-01-01T00:00:00+00:00"}, "its year is out of reach"),
        # an item stands in lists on the terminal
        ({"item": "kv\x1b[2J", "body": {"type": "suspended", "item": "kv\x1b[2J"}}, "its item is no name"),
        ({"item": "k" * 201, "body": {"type": "suspended", "item": "k" * 201}}, "its item is no name"),
    ],
)
def test_what_is_no_entry_is_named_and_the_others_count(changed: dict[str, Any], says: str) -> None:
    rows, troubles = read_log([HEAD, line(**changed), line(id="good")], "a.log")
    assert [row[2] for row in rows] == ["good"]
    assert len(troubles) == 1
    assert troubles[0].startswith("a.log:2: no entry (")
    assert says in troubles[0]


@pytest.mark.parametrize("broken", [b"", b"{", b"null\n", b"\xff\xfe\n", b"[" * 5000, b'{"format":"other"}'])
def test_another_file_is_no_log(broken: bytes) -> None:
    assert read_log([broken] if broken else [], "a.log") == (
        [],
        ["a.log: not a log of drill; `drill log export` writes one"],
    )


@pytest.mark.parametrize("depth", [900, 100_000])
def test_what_is_nested_too_deep_to_be_read_later_is_no_entry(depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    beside = line()[:-2] + b', "more": ' + deep + b"}\n"
    within = line().replace(b'"item": "kv-1"}', b'"item": "kv-1", "more": ' + deep + b"}")
    rows, troubles = read_log([HEAD, beside, within, line(id="good")], "a.log")
    assert [row[2] for row in rows] == ["good"]
    assert ["recursion" in trouble for trouble in troubles] == [True, True]
    head = HEAD[:-2] + b', "more": ' + b"[" * 100_000 + b"}\n"
    assert read_log([head], "a.log").troubles == ["a.log: not a log of drill; `drill log export` writes one"]


def test_a_log_cut_off_is_named(journal: Journal) -> None:
    for _ in range(3):
        journal.append(STAMP, NOTE)
    lines = list(write_log(journal.rows()))
    assert read_log(lines[:3], "a.log").troubles == ["a.log: cut off after 2 of 3 entries"]
    whole = b"".join(lines)
    # without the last line end nothing is lost
    for size in range(len(whole) - 1):
        assert read_log(whole[:size].splitlines(keepends=True), "a.log").troubles


def test_a_counter_that_no_journal_reaches_is_refused_and_leaves_room_for_ones_own(journal: Journal) -> None:
    """An entry with the highest counter would make each one after it unreadable."""
    says = "entry one is number 9,007,199,254,740,992, more than any journal has; get the file again"
    with pytest.raises(ContentError, match=f"^{says}$"):
        journal.merge(read_log([HEAD, line(counter=2**53)], "a.log").rows, folded)
    assert journal.rows() == []
    for leap in range(1, 20):
        rows = read_log([HEAD, line(counter=leap * 2**40, id=f"leap-{leap}")], "a.log").rows
        journal.merge(rows, folded)
        journal.append(STAMP, NOTE)
        assert read_log(write_log(journal.rows()), "a.log") == (journal.rows(), [])
    assert journal.check() == []


def test_a_newer_log_is_refused() -> None:
    with pytest.raises(ContentError, match="a log of version 2, by a newer drill; update drill"):
        read_log([HEAD.replace(b'"version":1', b'"version":2')], "a.log")


def test_what_was_merged_is_exported_alike(open_journal: Callable[..., Journal], journal: Journal) -> None:
    rows = read_log([HEAD, line(mood="fine")], "a.log").rows
    journal.merge(rows, folded)
    assert open_journal().rows() == rows
