"""Sure and wrong: the record of an item and the list over all answers say the same."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.ask import Ask
from drill.study.journal import Answered, DeviceId, Entry, EntryId, Rating, Rerated, Stamp, Undone
from drill.study.question import ItemId
from drill.study.record import fold, settled
from drill.study.sure import is_sure, sure_miss_after
from drill.study.tally import answer_on
from drill.study.trouble import sure_and_wrong

KV = ItemId("kv")
DAY = date(2026, 12, 1)
LATER = DAY + timedelta(days=1)


@pytest.mark.parametrize(
    ("before", "right", "confidence", "after"),
    [
        (None, False, 3, LATER),
        (None, False, 2, None),
        (None, False, None, None),
        (None, True, 3, None),
        (DAY, False, 1, DAY),
        (DAY, False, 3, LATER),
        (DAY, True, 1, None),
        # within the day its explanation was just read
        (LATER, True, 3, LATER),
    ],
)
def test_one_more_answer(
    before: date | None, right: bool, confidence: int | None, after: date | None
) -> None:
    assert sure_miss_after(before, day=LATER, right=right, confidence=confidence) == after


def test_only_the_highest_answer_is_sure() -> None:
    assert [is_sure(confidence) for confidence in (None, 1, 2, 3)] == [False, False, False, True]


@st.composite
def journals(draw: st.DrawFn) -> list[Entry]:
    """Draw one item's answers, some of them undone or rated once more, on days that may go back."""
    count, entries = draw(st.integers(0, 9)), list[Entry]()
    for n in range(count):
        kind = draw(st.sampled_from(["answer"] * 4 + ["undo", "rate"]))
        earlier = EntryId(f"e{draw(st.integers(0, n))}")
        body: Answered | Undone | Rerated = Undone(earlier, KV)
        if kind == "answer":
            right, due = draw(st.booleans()), draw(st.sampled_from([DAY, None]))
            confidence = draw(st.sampled_from([None, 1, 3, 3]))
            body = Answered(Ask(KV, 1), "", right, 1.0, Rating.GOOD, 5.0, due, confidence=confidence)
        elif kind == "rate":
            body = Rerated(earlier, KV, Rating.AGAIN, DAY)
        stamp = Stamp(datetime(2026, 12, 1, tzinfo=UTC), 0, DAY + timedelta(days=draw(st.integers(0, 4))))
        entries.append(Entry(EntryId(f"e{n}"), DeviceId("a"), n + 1, stamp, body))
    return entries


@settings(deadline=None)
@given(journals())
def test_the_record_and_the_list_agree(entries: list[Entry]) -> None:
    answers = [answer_on(e.stamp.day, e.body) for e in settled(entries) if isinstance(e.body, Answered)]
    listed = [miss.day for miss in sure_and_wrong(answers) if not miss.right_since]
    kept = fold(entries).sure_miss
    assert listed == ([] if kept is None else [kept])
