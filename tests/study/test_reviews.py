"""What a day reviews: what is due, and in the last days what is weak on the interview's."""

from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.memory import Memory
from drill.study.question import ItemId, Topic
from drill.study.queue import Candidate
from drill.study.record import LEECH_LAPSES, Record
from drill.study.reviews import reviews_on
from drill.study.settings import Settings, settings_of

TODAY = date(2026, 12, 10)
RECORDS = st.builds(
    Record,
    memory=st.builds(Memory, st.floats(0.2, 60), st.floats(1, 10)),
    due=st.none() | st.dates(TODAY - timedelta(days=9), TODAY + timedelta(days=20)),
    last_day=st.dates(TODAY - timedelta(days=20), TODAY),
    missed_last=st.booleans(),
    sure_miss=st.none() | st.just(TODAY - timedelta(days=9)),
    suspended=st.booleans(),
    lapses=st.sampled_from([0, LEECH_LAPSES]),
)


def held(records: list[Record]) -> list[tuple[Candidate, Record]]:
    return [(Candidate(ItemId(f"item-{n}"), Topic("any")), record) for n, record in enumerate(records)]


def interview(days: int | None) -> Settings:
    return settings_of({} if days is None else {"interview": (TODAY + timedelta(days=days)).isoformat()})


@settings(deadline=None)
@given(st.lists(RECORDS, max_size=20), st.none() | st.integers(4, 90))
def test_what_is_due_comes_sure_and_wrong_first_then_missed(records: list[Record], days: int | None) -> None:
    due = reviews_on(TODAY, held(records), interview(days))
    asked = {
        f"item-{n}"
        for n, record in enumerate(records)
        if record.due and record.due <= TODAY and not record.is_aside
    }
    assert {candidate.item for candidate in due} == asked
    keys = [(not one.sure_miss, not one.missed_last, -(one.recall or 0.0)) for one in due]
    assert keys == sorted(keys)
    by_item = {candidate.item: record for candidate, record in held(records)}
    assert all(one.sure_miss == (by_item[one.item].sure_miss is not None) for one in due)


@settings(deadline=None)
@given(st.lists(RECORDS, max_size=20), st.integers(0, 3))
def test_in_the_last_days_what_is_weak_on_the_day_comes_first(records: list[Record], days: int) -> None:
    by_item = {candidate.item: record for candidate, record in held(records)}
    day = TODAY + timedelta(days=days)
    weak = reviews_on(TODAY, held(records), interview(days))
    assert [candidate.recall for candidate in weak] == [by_item[c.item].recall_on(day) for c in weak]
    assert all((one.recall or 0) < 0.9 for one in weak)
    keys = [(not one.sure_miss, one.recall or 0) for one in weak]
    assert keys == sorted(keys)
    for item, record in by_item.items():
        is_weak = not record.is_aside and record.last_day != TODAY and (record.recall_on(day) or 0) < 0.9
        assert (item in {candidate.item for candidate in weak}) == is_weak


def test_what_was_never_answered_is_no_review() -> None:
    for days in (None, 2):
        assert reviews_on(TODAY, held([Record(), Record(bookmarked=True)]), interview(days)) == []
