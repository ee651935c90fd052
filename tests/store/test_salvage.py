"""Entries put together from several places: the most trusted version of each, once."""

from typing import Any

from drill.store.salvage import Union, salvage


def row(counter: int = 1, entry_id: str = "a", body: str = '{"type":"x"}', device: str = "laptop") -> Any:
    return (counter, device, entry_id, "2026-05-04T09:00:00+00:00", 0, "2026-05-04", 1, "x", None, body, None)


def test_the_first_version_of_an_entry_stays() -> None:
    union = Union([row()])
    assert not union.add(row(body='{"type":"y"}'))
    assert not union.add(row(counter=7))
    assert union.rows == [row()]


def test_the_same_deed_under_another_id_is_the_same_entry() -> None:
    union = Union([row()])
    assert not union.add(row(entry_id="b"))
    # on a copy of the folder another deed may have the same counter
    assert union.add(row(entry_id="b", body='{"type":"y"}'))
    assert union.add(row(entry_id="c", device="other"))
    assert len(union.rows) == 3


def test_nothing_gives_nothing() -> None:
    assert salvage(b"", b"") == ([], set())
    assert salvage(b"no journal" * 999, b"no log" * 999) == ([], set())
