"""What measures knowledge is counted, what only remembers a card is not."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from drill.study.ask import Ask, Drawn
from drill.study.evidence import RESTED_DAYS, Response, Trait, evidence
from drill.study.journal import (
    Answered,
    DeviceId,
    Entry,
    EntryId,
    GaveUp,
    HintTaken,
    KataStarted,
    Payload,
    Rating,
    Stamp,
    Submitted,
    Undone,
)
from drill.study.kata import kata_item
from drill.study.question import ItemId, Topic

KV = Topic("kv-cache")
CARD, EXAM, FAMILY, KATA = ItemId("card"), ItemId("exam"), ItemId("family"), kata_item("softmax")
TRAITS = {
    CARD: Trait(KV, 2, "choice"),
    EXAM: Trait(KV, 4, "short", is_exam=True),
    FAMILY: Trait(KV, 3, "numeric"),
    KATA: Trait(KV, 5, "kata"),
}
FIRST = date(2026, 5, 4)


def entry(number: int, day: int, body: Payload) -> Entry:
    on = FIRST + timedelta(days=day)
    at = datetime(on.year, on.month, on.day, 12, tzinfo=UTC)
    return Entry(EntryId(f"e{number}"), DeviceId("d"), number, Stamp(at, 0, on), body)


def journal(*told: tuple[int, Payload]) -> list[Entry]:
    """Return entries from pairs of day and body."""
    return [entry(number, day, body) for number, (day, body) in enumerate(told)]


def answered(item: ItemId, *, right: bool = True, numbers: Drawn | None = None) -> Answered:
    order = (2, 0, 1, 3) if item == CARD else ()
    ask = Ask(item, 1, numbers or {}, order)
    return Answered(ask, "a", right, float(right), Rating.GOOD, 5.0, None)


def submitted(outcome: str = "passed", *, late: bool = False) -> Submitted:
    return Submitted(KATA, outcome, 3, 3, 60.0, late, "f", "s")


def scores(*told: tuple[int, Payload]) -> list[float]:
    return [response.score for response in evidence(journal(*told), TRAITS)]


def test_the_first_answer_to_a_card_counts_and_no_other() -> None:
    found = evidence(
        journal((0, answered(CARD, right=False)), (0, answered(CARD)), (90, answered(CARD))), TRAITS
    )
    assert found == [Response(CARD, KV, 2, 0.25, 0.0, FIRST)]


def test_an_exam_question_counts_again_when_rested() -> None:
    early, rested = RESTED_DAYS - 1, 2 * RESTED_DAYS - 1
    told = [(0, answered(EXAM)), (early, answered(EXAM)), (rested, answered(EXAM, right=False))]
    assert scores(*told) == [1.0, 0.0]


def test_a_family_counts_with_new_numbers_on_a_later_day() -> None:
    few: Drawn = {"tokens": 10}
    many: Drawn = {"tokens": 99}
    first = (0, answered(FAMILY, right=False, numbers=few))
    assert scores(first, (0, answered(FAMILY, numbers=many))) == [0.0]
    assert scores(first, (1, answered(FAMILY, numbers=few))) == [0.0]
    assert scores(first, (1, answered(FAMILY, numbers=many))) == [0.0, 1.0]


def test_a_test_counts_whatever_was_seen_before() -> None:
    told = journal((0, answered(CARD)), (1, answered(CARD, right=False)), (2, answered(CARD)))
    found = evidence(told, TRAITS, is_test=lambda entry: entry.id == "e1")
    assert [response.score for response in found] == [1.0, 0.0]


def test_an_answer_marked_as_a_test_counts_by_itself_and_spends_the_first_sight() -> None:
    test = structs.replace(answered(CARD, right=False), test="placement")
    assert scores((0, test), (5, answered(CARD))) == [0.0]
    assert scores((0, answered(CARD)), (5, test)) == [1.0, 0.0]


def test_an_undone_answer_counts_not_and_what_it_showed_was_seen() -> None:
    told: list[tuple[int, Payload]] = [
        (0, answered(CARD, right=False)),
        (0, Undone(EntryId("e0"), CARD)),
        (0, answered(CARD)),
    ]
    assert scores(*told) == []
    again: list[tuple[int, Payload]] = [*told[:2], (0, Undone(EntryId("e1"), CARD))]
    assert scores(*again) == [0.0]


def test_items_of_no_bank_are_left_out() -> None:
    assert scores((0, answered(ItemId("gone")))) == []


@pytest.mark.parametrize(
    ("between", "closing", "score"),
    [
        ([], submitted(), 1.0),
        ([submitted("failed"), submitted("failed")], submitted(), 1.0),
        ([], submitted(late=True), 0.5),
        ([HintTaken(KATA, 1)], submitted(), 2 / 3),
        ([HintTaken(KATA, 1), HintTaken(KATA, 2)], submitted(late=True), 1 / 6),
        ([HintTaken(KATA, 3)], submitted(), 0.0),
        ([], GaveUp(KATA, FIRST), 0.0),
    ],
)
def test_a_kata_is_scored_by_its_facts(between: list[Payload], closing: Payload, score: float) -> None:
    told: list[tuple[int, Payload]] = [
        (0, KataStarted(KATA, 10.0)),
        *((0, body) for body in between),
        (1, closing),
    ]
    later: list[tuple[int, Payload]] = [(9, KataStarted(KATA, 10.0)), (9, GaveUp(KATA, FIRST))]
    found = evidence(journal(*told, *later), TRAITS)
    (only,) = found
    assert only == Response(KATA, KV, 5, 0.0, only.score, FIRST + timedelta(days=1))
    assert only.score == pytest.approx(score)


def test_a_kata_without_a_clock_is_not_in_time_and_an_open_one_says_nothing() -> None:
    assert scores((0, KataStarted(KATA, None)), (0, submitted())) == [0.5]
    assert scores((0, KataStarted(KATA, 10.0)), (0, submitted("failed"))) == []
    assert scores((0, submitted())) == [0.0]


BODIES = st.one_of(
    st.builds(answered, st.sampled_from([CARD, EXAM]), right=st.booleans()),
    st.builds(
        answered,
        st.just(FAMILY),
        right=st.booleans(),
        numbers=st.builds(lambda n: {"n": n}, st.integers(0, 3)),
    ),
    st.builds(lambda n: Undone(EntryId(f"e{n}"), CARD), st.integers(0, 30)),
)


@given(st.lists(st.tuples(st.integers(0, 60), BODIES), max_size=30))
def test_never_more_than_first_sights_rests_and_draws(told: list[tuple[int, Payload]]) -> None:
    found = evidence(journal(*sorted(told, key=lambda pair: pair[0])), TRAITS)
    by_item = {item: [one for one in found if one.item == item] for item in TRAITS}
    assert len(by_item[CARD]) <= 1
    assert len(by_item[EXAM]) <= 1 + 60 // RESTED_DAYS
    assert len(by_item[FAMILY]) <= 4
    assert len({one.day for one in by_item[FAMILY]}) == len(by_item[FAMILY])
