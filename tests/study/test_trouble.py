"""What was missed: by those who were sure, and again and again."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from drill.study.journal import Rating
from drill.study.memory import Memory
from drill.study.question import ItemId
from drill.study.record import LEECH_LAPSES, Record
from drill.study.sure import SURE
from drill.study.tally import Answer
from drill.study.trouble import HardItem, SureMiss, hardest, misses_by_item, sure_and_wrong

A, B, C = ItemId("a"), ItemId("b"), ItemId("c")


def answer(day: int, item: ItemId, *, right: bool, confidence: int | None = SURE) -> Answer:
    rating = Rating.GOOD if right else Rating.AGAIN
    return Answer(date(2026, 12, day), item, right, rating, 5.0, None, confidence)


def test_sure_and_wrong_begins_with_what_was_not_right_on_a_later_day() -> None:
    answers = [
        answer(1, A, right=False),
        answer(2, B, right=False),
        answer(3, C, right=False, confidence=2),
        answer(3, C, right=False, confidence=None),
        answer(3, A, right=False),
        answer(4, A, right=True, confidence=1),
        answer(5, C, right=True),
    ]
    assert sure_and_wrong(answers) == [
        SureMiss(B, date(2026, 12, 2), 1, right_since=False),
        SureMiss(A, date(2026, 12, 3), 2, right_since=True),
    ]
    again = [*answers, answer(6, A, right=False), answer(6, A, right=True)]
    assert sure_and_wrong(again)[0] == SureMiss(A, date(2026, 12, 6), 3, right_since=False)


@given(st.lists(st.from_type(Answer), max_size=40))
def test_sure_and_wrong_counts_each_sure_miss(answers: list[Answer]) -> None:
    found = sure_and_wrong(answers)
    assert sum(miss.times for miss in found) == sum(not a.right and a.confidence == SURE for a in answers)
    assert len({miss.item for miss in found}) == len(found)


def test_hardest_first() -> None:
    records = {
        A: Record(memory=Memory(3.0, 8.0), lapses=1),
        B: Record(memory=Memory(1.0, 9.0), lapses=1),
        C: Record(memory=Memory(1.0, 9.0), lapses=LEECH_LAPSES),
        ItemId("d"): Record(memory=Memory(0.1, 9.0)),
    }
    misses = misses_by_item([answer(n, item, right=False) for item in (A, B, C) for n in (1, 2)])
    assert hardest(records, misses) == [
        HardItem(C, LEECH_LAPSES, 2, 1.0, aside=True),
        HardItem(B, 1, 2, 1.0, aside=False),
        HardItem(A, 1, 2, 3.0, aside=False),
    ]
