"""How an interview is laid out, chosen and followed up."""

from datetime import date, datetime, timedelta, timezone
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.ability import profile
from drill.study.journal import DeviceId, Entry, EntryId, KataStarted, Stamp, Submitted
from drill.study.mock import (
    KATA,
    LONGEST_KATA_SECONDS,
    LONGEST_SECONDS,
    MOST_FOLLOW_UPS,
    SIZING,
    TALK,
    TALK_MINUTES,
    WARM_UP,
    FollowUp,
    KataOffer,
    by_topic_order,
    capped,
    choose_kata,
    dropped,
    freshest,
    kata_seconds,
    layout,
    next_follow_up,
    warm_up,
    warm_up_questions,
)
from drill.study.placement import Offer
from drill.study.question import ItemId, Open, Topic

TODAY = date(2026, 12, 10)
ALL = (WARM_UP, SIZING, TALK, KATA)
TOPICS = [Topic("tokens"), Topic("serving"), Topic("kv-cache")]


@given(st.floats(5, 240), st.booleans())
def test_shares_come_in_order_and_fit(minutes: float, kata: bool) -> None:
    parts = layout(minutes, kata=kata)
    assert [part for part in ALL if part in parts] == list(parts)
    assert sum(parts.values()) <= minutes + 1e-9
    assert all(share > 0 for share in parts.values())
    assert (KATA in parts) == (kata and minutes >= 20)
    assert parts[WARM_UP] >= 1
    assert parts.get(TALK, 0) % TALK_MINUTES == 0


@pytest.mark.parametrize(
    ("minutes", "kata", "shares"),
    [
        (45, True, {WARM_UP: 8.5, SIZING: 8.5, TALK: 12, KATA: 16}),
        (20, True, {WARM_UP: 2, SIZING: 5, TALK: 6, KATA: 7}),
        (20, False, {WARM_UP: 7, SIZING: 7, TALK: 6}),
        (12, True, {WARM_UP: 6, TALK: 6}),
        (5, True, {WARM_UP: 5}),
        (120, True, {WARM_UP: 15, SIZING: 12, TALK: 24, KATA: 69}),
        (240, False, {WARM_UP: 15, SIZING: 12, TALK: 24}),
    ],
)
def test_lengths_that_people_have(minutes: float, kata: bool, shares: dict[str, float]) -> None:
    assert layout(minutes, kata=kata) == pytest.approx(shares)


def test_what_is_left_out_is_named() -> None:
    assert dropped(layout(12, kata=True), kata=True) == [SIZING, KATA]
    assert dropped(layout(12, kata=False), kata=False) == [SIZING]
    assert dropped(layout(45, kata=True), kata=True) == []


def test_what_rested_comes_before_what_did_not() -> None:
    seen = {"a": 30, "b": 29, "c": 3}
    days = {name: TODAY - timedelta(days=ago) for name, ago in seen.items()}
    assert freshest("abcd", days.get, today=TODAY, least=2) == (["a", "d"], True)
    # with too little that rested all may come, those seen longest ago first
    assert freshest("abcd", days.get, today=TODAY, least=3) == (["d", "a", "b"], False)
    assert freshest("ad", days.get, today=TODAY, least=9) == (["a", "d"], True)
    assert freshest("", days.get, today=TODAY, least=2) == ([], True)


def offer_of(topic: str, number: int) -> Offer:
    group = frozenset({f"{topic}-{number % 2}"})
    return Offer(ItemId(f"{topic}-{number}"), Topic(topic), 1 + number, "choice", 0.25, group)


def offers(*topics: str) -> list[Offer]:
    return [offer_of(topic, number) for topic in topics for number in range(4)]


def test_a_warm_up_goes_through_the_topics() -> None:
    known = profile([], today=TODAY, topics=TOPICS)
    chosen = warm_up(offers(*TOPICS), known, count=6, rng=Random(1))
    assert len({offer.item for offer in chosen}) == 6
    assert sorted(offer.topic for offer in chosen) == sorted([*TOPICS, *TOPICS])
    assert chosen == warm_up(offers(*TOPICS), known, count=6, rng=Random(1))


def test_a_warm_up_takes_what_there_is() -> None:
    known = profile([], today=TODAY, topics=TOPICS)
    assert len(warm_up(offers("tokens"), known, count=9, rng=Random(1))) == 4
    assert warm_up([], known, count=3, rng=Random(1)) == []
    assert (warm_up_questions(8.5), warm_up_questions(0.1)) == (10, 1)


def interview(*follow_up: int, follow_ups: int = 3) -> Open:
    fields: dict[str, Any] = {
        "kind": "open", "id": "toy", "difficulty": 2, "outline": ["k"], "sources": [{"key": "s"}],
        "prompt": "p", "explanation": "e", "follow_ups": [f"f{n}" for n in range(follow_ups)],
        "points": [{"text": f"p{n}", "hints": ["h"], "follow_up": n} for n in follow_up],
    }  # fmt: skip
    return msgspec.convert(fields, Open)


def test_follow_ups_lead_to_what_was_left_unsaid() -> None:
    question = interview(0, 3, 1)
    assert next_follow_up(question, [], []) == FollowUp(2, 1)
    assert next_follow_up(question, [], [2]) == FollowUp(0, 2)
    # with that said, the others follow in their order
    assert next_follow_up(question, [1], []) == FollowUp(0, 2)
    assert next_follow_up(question, [0, 1, 2], []) == FollowUp(0, None)
    assert next_follow_up(question, [0, 1, 2], [0]) == FollowUp(1, None)
    assert next_follow_up(interview(0, 0, 0, follow_ups=0), [], []) is None
    assert next_follow_up(interview(0, 0, 0, follow_ups=1), [], [0]) is None


@given(st.lists(st.integers(0, 4), min_size=3, max_size=6), st.sets(st.integers(0, 5)))
def test_no_follow_up_comes_twice(leads: list[int], ticks: set[int]) -> None:
    question, asked = interview(*leads, follow_ups=4), list[int]()
    while (follow_up := next_follow_up(question, ticks, asked)) is not None:
        assert follow_up.number not in asked
        assert follow_up.point is None or follow_up.point not in ticks
        asked.append(follow_up.number)
    assert len(asked) == MOST_FOLLOW_UPS


@pytest.mark.parametrize("bad", [-1, 4])
def test_a_key_point_leads_to_a_follow_up_that_there_is(bad: int) -> None:
    with pytest.raises(msgspec.ValidationError, match="`follow_up` of a key point must be 1 to 3"):
        interview(0, 0, bad)


def kata(slug: str, minutes: float, *, closed: bool = False) -> KataOffer:
    return KataOffer(ItemId(slug), Topic("tokens"), minutes, closed)


def test_a_kata_fills_its_time_and_is_new_where_it_can_be() -> None:
    short, long, known = kata("a", 5), kata("b", 12), kata("c", 15, closed=True)
    assert choose_kata([short, long, known], 16) == long
    assert choose_kata([known, short], 16) == short
    assert choose_kata([known], 16) == known
    # too long for the time is better than none
    assert choose_kata([long, known], 4) == long
    assert choose_kata([], 16) is None


def test_topics_come_in_the_order_of_the_role() -> None:
    things = [
        ("a", Topic("tokens")),
        ("b", Topic("serving")),
        ("c", Topic("sampling")),
        ("d", Topic("serving")),
    ]
    order = [Topic("serving"), Topic("tokens")]
    assert [name for name, _ in by_topic_order(things, lambda thing: thing[1], order)] == ["b", "d", "a"]


@given(st.floats(allow_nan=False))
def test_time_is_never_absurd(seconds: float) -> None:
    assert 0 <= capped(seconds) <= LONGEST_SECONDS


def entry(body: Any, *, minute: float) -> Entry:
    at = datetime(2026, 12, 10, 9, tzinfo=timezone.utc) + timedelta(minutes=minute)  # noqa: UP017
    return Entry(EntryId(str(minute)), DeviceId("d"), 1, Stamp(at, 0, TODAY), body)


def test_a_kata_takes_from_its_start_to_its_last_entry() -> None:
    item = ItemId("kata:softmax")
    begun = entry(KataStarted(item, 5.0), minute=0)
    passed = Submitted(item, "passed", 9, 9, 1.0, False, "f", "s")
    assert kata_seconds([begun, entry(passed, minute=4)]) == 240
    assert kata_seconds([entry(passed, minute=4)]) == 0
    # a clock set back, and one that jumped
    assert kata_seconds([begun, entry(passed, minute=-9)]) == 0
    assert kata_seconds([begun, entry(passed, minute=9_999)]) == LONGEST_KATA_SECONDS
