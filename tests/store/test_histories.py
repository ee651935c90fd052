"""What was done to every item, read in one go: the fold over it is the fold over the entries."""

from datetime import UTC, date, datetime, timedelta

import pytest

from drill.errors import DamagedError
from drill.store.journal import Journal
from drill.study.ask import Ask
from drill.study.journal import (
    Answered,
    Asked,
    Bookmarked,
    EntryId,
    GaveUp,
    KataStarted,
    Known,
    Noted,
    PrimerRead,
    Rating,
    Rerated,
    Resumed,
    Stamp,
    Submitted,
    Suspended,
    Undone,
    Unknown,
)
from drill.study.question import ItemId
from drill.study.record import fold, fold_deeds

DAY = date(2026, 5, 4)
ITEM, OTHER = ItemId("kv-1"), ItemId("kv-2")


def answered(rating: Rating, due: date | None = DAY, confidence: int | None = None) -> Answered:
    ask = Ask(ITEM, 1)
    return Answered(ask, "a", rating > 1, 1.0, rating, 5.0, due, confidence=confidence, ticks=(1, 2))


LIFE: list[Known] = [
    Asked(Ask(ITEM, 1)),
    answered(Rating.GOOD),
    Noted(ITEM, "a"),
    answered(Rating.AGAIN),
    answered(Rating.EASY, None),
    answered(Rating.AGAIN, confidence=3),
    answered(Rating.GOOD, None, confidence=1),
    answered(Rating.AGAIN, None, confidence=3),
    Suspended(ITEM),
    Resumed(ITEM),
    Bookmarked(ITEM, on=True),
    KataStarted(ITEM, 5.0),
    Submitted(ITEM, "passed", 3, 3, 60.0, False, "a.py", "0", (), Rating.HARD, DAY),
    Submitted(ITEM, "failed", 1, 3, 60.0, False, "a.py", "0"),
    GaveUp(ITEM, DAY),
    PrimerRead("kv-cache"),
]


def write(journal: Journal, body: Known | Unknown, day: int) -> EntryId:
    stamp = Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 0, DAY + timedelta(days=day))
    return journal.append(stamp, body).id


def test_the_same_fold_in_every_prefix(journal: Journal) -> None:
    for day, body in enumerate(LIFE):
        write(journal, body, day)
        deeds = journal.histories()[ITEM]
        assert deeds is not None
        assert fold_deeds(deeds) == fold(journal.entries(item=ITEM))
    assert set(journal.histories()) == {ITEM}


@pytest.mark.parametrize(
    "more", [Undone(EntryId("id-1"), ITEM), Rerated(EntryId("id-1"), ITEM, Rating.HARD, DAY)]
)
def test_where_something_was_revised_only_the_entries_tell(journal: Journal, more: Known) -> None:
    for body in (answered(Rating.GOOD), Suspended(OTHER), more, answered(Rating.GOOD)):
        write(journal, body, 0)
    histories = journal.histories()
    assert histories[ITEM] is None
    assert histories[OTHER] == [Suspended(OTHER)]


def test_what_a_newer_drill_wrote_moves_nothing(journal: Journal) -> None:
    write(journal, Suspended(ITEM), 0)
    journal._database.rows('update entry set version = 2, body = \'{"type":"suspended"}\'')
    assert journal.histories() == {ITEM: []}
    assert fold(journal.entries(item=ITEM)) == fold([])


def test_a_broken_body_is_damage(journal: Journal) -> None:
    write(journal, answered(Rating.GOOD), 0)
    journal._database.rows("update entry set body = '{\"rating\": 9}'")
    with pytest.raises(DamagedError) as caught:
        journal.histories()
    assert str(caught.value).startswith(f"{journal.path}: an entry on kv-1 is damaged (")
    assert str(caught.value).endswith("); start drill again to restore it")
