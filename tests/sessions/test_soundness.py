"""Snapshots that don't follow from the entries are found, and the next start makes them anew."""

from collections.abc import Callable

import pytest

from drill.sessions.desk import Desk
from drill.sessions.soundness import faults_in
from drill.store.files import Files
from drill.study.journal import Suspended
from drill.study.question import ItemId

ITEM = ItemId("tokens-1")


@pytest.mark.parametrize("change", ["body = x'00'", "due = '2026-05-04'", "suspended = 0"])
def test_a_snapshot_that_was_hit(desk: Desk, open_desk: Callable[..., Desk], change: str) -> None:
    desk.write(Suspended(ITEM))
    assert faults_in(desk.journal) == []
    before = desk.journal.snapshots()
    assert not Files(desk.journal.path).suspect.exists()
    desk.journal._database.rows(f"update snapshot set {change}")
    assert faults_in(desk.journal) == ["the state of tokens-1 does not follow from its entries"]
    desk.journal.close()
    assert open_desk().journal.snapshots() == before


def test_snapshots_of_other_rules_are_no_fault(desk: Desk) -> None:
    desk.write(Suspended(ITEM))
    desk.journal.replace_snapshots([], fold="other rules")
    assert faults_in(desk.journal) == []


def test_a_broken_entry_is_one(desk: Desk) -> None:
    desk.write(Suspended(ITEM))
    desk.journal._database.rows("update entry set day = 'today'")
    assert faults_in(desk.journal)[0].endswith("is damaged (Invalid isoformat string: 'today')")
