"""The fold: step by step equals all at once, undo equals never, leeches count days."""

import math
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.ask import Ask
from drill.study.journal import (
    Answered,
    Bookmarked,
    DeviceId,
    Doubted,
    Entry,
    EntryId,
    GaveUp,
    Known,
    Noted,
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
from drill.study.record import (
    LEECH_LAPSES,
    Record,
    decode_record,
    encode_record,
    fold,
    living,
    settled,
    step,
)

ITEM = ItemId("kv")
DAY = date(2026, 5, 4)


def answer(rating: Rating, *, due: date | None = DAY, confidence: int | None = None) -> Answered:
    right = rating > Rating.AGAIN
    return Answered(Ask(ITEM, 1), "a", right, 1.0, rating, 5.0, due, confidence=confidence)


def journal_of(*bodies: tuple[Known | Unknown, int]) -> list[Entry]:
    """Return entries named e1, e2, ... from (body, day) pairs."""
    return [
        Entry(
            EntryId(f"e{n}"),
            DeviceId("a"),
            n,
            Stamp(datetime(2026, 5, 4, 9, tzinfo=UTC), 0, DAY + timedelta(days=day)),
            body,
        )
        for n, (body, day) in enumerate(bodies, start=1)
    ]


def undo(n: int) -> Undone:
    return Undone(EntryId(f"e{n}"), ITEM)


def rerate(n: int, rating: Rating) -> Rerated:
    return Rerated(EntryId(f"e{n}"), ITEM, rating, DAY + timedelta(days=9))


def misses(days: Sequence[int]) -> list[tuple[Known | Unknown, int]]:
    """Return a first answer on day 0 and then a miss on each day."""
    return [(answer(Rating.GOOD), 0), *((answer(Rating.AGAIN), day) for day in days)]


ratings = st.sampled_from(list(Rating))
plain_bodies = st.one_of(
    st.builds(answer, ratings, due=st.sampled_from([DAY, None]), confidence=st.sampled_from([None, 1, 2, 3])),
    st.sampled_from(
        [
            Suspended(ITEM),
            Resumed(ITEM),
            Bookmarked(ITEM, on=True),
            Bookmarked(ITEM, on=False),
            Noted(ITEM, "x"),
            Doubted(ITEM, "x"),
            Unknown("dreamed", b"{}"),
        ]
    ),
)
# days may go back: two machines, or a clock set back
series = st.lists(st.tuples(plain_bodies, st.integers(0, 40)), max_size=14)


@settings(deadline=None, max_examples=80)
@given(series)
def test_step_by_step_equals_the_whole_fold(bodies: list[tuple[Known | Unknown, int]]) -> None:
    record = Record()
    for entry in journal_of(*bodies):
        record = decode_record(encode_record(step(record, entry)))
    assert record == fold(journal_of(*bodies))
    assert record.memory is None or math.isfinite(record.memory.stability)


@settings(deadline=None, max_examples=60)
@given(series.filter(len), st.data())
def test_an_undone_entry_counts_as_never_written(
    bodies: list[tuple[Known | Unknown, int]], data: st.DataObject
) -> None:
    at = data.draw(st.integers(1, len(bodies)))
    without = bodies[: at - 1] + bodies[at:]
    assert fold(journal_of(*bodies, (undo(at), 41))) == fold(journal_of(*without))


@settings(deadline=None, max_examples=60)
@given(series.filter(len), st.data())
def test_an_undo_that_is_undone_undoes_nothing(
    bodies: list[tuple[Known | Unknown, int]], data: st.DataObject
) -> None:
    at = data.draw(st.integers(1, len(bodies)))
    twice = journal_of(*bodies, (undo(at), 41), (undo(len(bodies) + 1), 41))
    assert fold(twice) == fold(journal_of(*bodies))


def test_another_rating_counts_from_the_day_of_the_answer_and_the_last_one_wins() -> None:
    given_good = journal_of((answer(Rating.GOOD), 0), (answer(Rating.HARD, due=DAY + timedelta(days=9)), 3))
    rated = journal_of(
        (answer(Rating.GOOD), 0),
        (answer(Rating.GOOD), 3),
        (rerate(2, Rating.EASY), 3),
        (rerate(2, Rating.HARD), 4),
    )
    assert fold(rated) == fold(given_good)
    (*_, undone_rating) = journal_of(*[(entry.body, 3) for entry in rated], (undo(4), 5))
    assert fold([*rated, undone_rating]) == fold(rated[:3])


def test_settled_gives_each_answer_its_last_rating_and_leaves_out_the_undone() -> None:
    entries = journal_of(
        (answer(Rating.GOOD), 0), (answer(Rating.GOOD), 1), (rerate(1, Rating.AGAIN), 1), (undo(2), 1)
    )
    answers = [entry for entry in settled(entries) if isinstance(entry.body, Answered)]
    assert [entry.id for entry in answers] == ["e1"]
    assert isinstance(answers[0].body, Answered)
    assert answers[0].body.rating == Rating.AGAIN
    assert [entry.id for entry in living(reversed(entries))] == ["e4", "e3", "e1"]


def test_cram_leaves_the_record_alone() -> None:
    assert fold(journal_of((answer(Rating.AGAIN, due=None), 0))) == Record()


def test_suspend_resume_bookmark() -> None:
    record = fold(journal_of((Suspended(ITEM), 0), (Bookmarked(ITEM, on=True), 0)))
    assert (record.suspended, record.is_aside, record.bookmarked) == (True, True, True)
    record = fold(journal_of((Suspended(ITEM), 0), (Resumed(ITEM), 0)))
    assert not record.is_aside


def test_a_leech_is_an_item_missed_on_eight_days() -> None:
    seven = fold(journal_of(*misses(range(1, LEECH_LAPSES))))
    assert (seven.lapses, seven.is_leech) == (7, False)
    eight = journal_of(*misses(range(1, LEECH_LAPSES + 1)))
    assert fold(eight).is_leech
    assert fold(eight).is_aside
    # the eighth taken back brings it back
    assert not fold(journal_of(*misses(range(1, LEECH_LAPSES + 1)), (undo(len(eight)), 9))).is_aside
    resumed = fold(journal_of(*misses(range(1, LEECH_LAPSES + 1)), (Resumed(ITEM), 9)))
    assert (resumed.is_aside, resumed.lapses) == (False, 0)


def test_a_kata_is_never_a_leech() -> None:
    kata, days = ItemId("kata:softmax"), range(LEECH_LAPSES + 1)
    given_up = [(GaveUp(kata, DAY), day) for day in days]
    hard_won = [(Submitted(kata, "passed", 1, 1, 1.0, False, "", "", (), Rating.AGAIN, DAY), d) for d in days]
    for entries in (given_up, hard_won):
        record = fold(journal_of(*entries))
        assert (record.lapses, record.is_leech, record.is_aside) == (LEECH_LAPSES, False, False)


def test_asking_again_on_the_same_day_adds_no_lapse() -> None:
    record = fold(journal_of(*misses([1, 1, 1, 1, 2, 2])))
    assert (record.lapses, record.misses_today, record.answers) == (2, 2, 7)


def test_a_new_item_missed_at_first_has_not_lapsed() -> None:
    record = fold(journal_of((answer(Rating.AGAIN), 0), (answer(Rating.AGAIN), 0)))
    assert (record.lapses, record.misses_today, record.missed_last) == (0, 2, True)


def test_a_clock_set_back_keeps_memory_finite_and_the_last_day() -> None:
    record = fold(journal_of((answer(Rating.GOOD), 10), (answer(Rating.GOOD), 9), (answer(Rating.AGAIN), 2)))
    assert record.last_day == DAY + timedelta(days=10)
    assert record.memory is not None
    assert math.isfinite(record.memory.stability)
    assert record.recall_on(DAY) == 1.0


def test_recall_on_a_day() -> None:
    assert Record().recall_on(DAY) is None
    record = fold(journal_of((answer(Rating.GOOD), 0)))
    recalls = [record.recall_on(DAY + timedelta(days=days)) for days in (0, 2, 30)]
    assert recalls[0] == 1.0
    assert None not in recalls
    assert recalls == sorted(recalls, key=lambda recall: -(recall or 0.0))


@pytest.mark.parametrize("field", Record.__struct_fields__)
def test_a_snapshot_without_a_field_reads_its_default(field: str) -> None:
    """An older drill's snapshot lacks what came later."""
    written = msgspec.msgpack.decode(encode_record(Record(bookmarked=True)))
    written.pop(field)
    assert decode_record(msgspec.msgpack.encode(written)) == Record(bookmarked=field != "bookmarked")
