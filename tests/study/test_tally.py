"""Answers read lean say the same as those read whole."""

from datetime import date

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.ask import Ask
from drill.study.journal import Answered, Rating, encode_body
from drill.study.question import ItemId
from drill.study.tally import Answer, answer_on, read_facts

DAY = date(2026, 5, 4)
BODIES = st.builds(
    Answered,
    ask=st.builds(Ask, st.sampled_from([ItemId("a"), ItemId("ü-1")]), st.integers(1, 3)),
    text=st.text(max_size=20).filter(lambda text: text.isprintable()),
    right=st.booleans(),
    score=st.floats(0, 1),
    rating=st.sampled_from(Rating),
    seconds=st.floats(0, 1e6),
    due=st.none() | st.dates(),
    expected=st.none() | st.floats(0, 1),
    confidence=st.none() | st.integers(1, 3),
)


@given(st.lists(BODIES, max_size=8))
def test_lean_and_whole_are_the_same(bodies: list[Answered]) -> None:
    facts = read_facts(encode_body(body).decode() for body in bodies)
    assert [answer_on(DAY, fact) for fact in facts] == [answer_on(DAY, body) for body in bodies]


def test_a_damaged_body_is_an_error() -> None:
    with pytest.raises(msgspec.MsgspecError):
        read_facts(['{"ask":{"item":"a"}'])


def answered(*, expected: float | None, due: date | None = DAY, seconds: float = 5.0) -> Answered:
    return Answered(Ask(ItemId("kv"), 1), "a", True, 1.0, Rating.GOOD, seconds, due, expected, confidence=2)


def test_what_tells_nothing_of_memory_has_no_prediction() -> None:
    first, cram = answered(expected=None), answered(expected=0.8, due=None)
    again_within_minutes = answered(expected=1.0)
    predicted = [answer_on(DAY, body).predicted for body in (first, cram, again_within_minutes)]
    assert predicted == [None] * 3
    assert answer_on(DAY, answered(expected=0.8), Rating.AGAIN) == Answer(
        DAY, ItemId("kv"), True, Rating.AGAIN, 5.0, 0.8, 2
    )


def test_a_pause_counts_as_five_minutes() -> None:
    assert answer_on(DAY, answered(expected=0.8, seconds=4000.0)).seconds == 300.0
