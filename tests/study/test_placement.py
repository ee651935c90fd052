"""A placement: ends by time and by count, never asks twice, balances topics, follows strength."""

from collections import Counter
from datetime import date
from itertools import product
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.ability import Profile, profile
from drill.study.evidence import Response
from drill.study.journal import Rating
from drill.study.marking.rating import known_at_sight
from drill.study.placement import SECONDS, Limits, Offer, choose, easy_levels, is_over, limits
from drill.study.question import ItemId, Topic
from drill.study.response import floor_of

DAY = date(2026, 12, 10)
NINE = [Topic(f"topic-{n}") for n in range(9)]


def offers_of(topics: list[Topic], each: int = 2) -> list[Offer]:
    """Return so many items of each kind and level in each topic."""
    every = product(topics, sorted(SECONDS), range(1, 6), range(each))
    return [
        offer(f"{topic}-{kind}-{level}-{n}", topic, kind, level, f"{topic}-{n}")
        for topic, kind, level, n in every
    ]


def offer(name: str, topic: Topic, kind: str, level: int, group: str) -> Offer:
    return Offer(ItemId(name), topic, level, kind, floor_of(kind, 4), frozenset({group}))


def play(
    offers: list[Offer], topics: list[Topic], limit: Limits, *, top: float, seed: int = 0
) -> tuple[list[Offer], Profile]:
    """Play for a learner who knows what is below `top`, and return what was asked with the last profile."""
    rng, left = Random(seed), list(offers)
    asked: list[Offer] = []
    heard: list[Response] = []
    while not is_over(limit, 10.0, asked=len(asked), seconds=0.0):
        now = profile(heard, today=DAY, topics=topics)
        counts = Counter(offer.topic for offer in asked)
        groups = {key for offer in asked for key in offer.groups}
        chosen = choose(left, now, limit, asked=counts, groups=groups, rng=rng)
        if chosen is None:
            break
        left.remove(chosen)
        asked.append(chosen)
        score = float(chosen.level < top)
        heard.append(Response(chosen.item, chosen.topic, chosen.level, chosen.floor, score, DAY))
    return asked, profile(heard, today=DAY, topics=topics)


def test_limits_of_the_usual_placement() -> None:
    assert limits(10.0, 9) == Limits(18, 1, 3)
    assert limits(10.0, 2) == Limits(18, 8, 10)
    assert limits(10.0, 1) == Limits(18, 17, 19)
    assert limits(1.0, 9) == Limits(2, 1, 2)
    assert limits(0.1, 9).questions == 1


@pytest.mark.parametrize(
    ("asked", "seconds", "over"),
    [(0, 0.0, False), (17, 599.0, False), (18, 0.0, True), (1, 600.0, True), (19, 9999.0, True)],
)
def test_it_stops_by_count_and_by_time(asked: int, seconds: float, *, over: bool) -> None:
    assert is_over(limits(10.0, 9), 10.0, asked=asked, seconds=seconds) is over


@settings(max_examples=8, deadline=None)
@given(
    count=st.integers(1, 9),
    minutes=st.floats(1, 12),
    top=st.sampled_from([0.0, 3.0, 6.0]),
    seed=st.integers(),
)
def test_no_item_comes_twice_and_topics_are_balanced(
    count: int, minutes: float, top: float, seed: int
) -> None:
    topics = NINE[:count]
    limit = limits(minutes, count)
    asked, _ = play(offers_of(topics), topics, limit, top=top, seed=seed)
    assert len(asked) == limit.questions
    assert len({offer.item for offer in asked}) == len(asked)
    counts = Counter(offer.topic for offer in asked)
    assert max(counts.values()) <= limit.most
    if limit.questions >= count:
        assert min(counts[topic] for topic in topics) >= limit.least
    # the first round is through all topics, wherever time ends it
    assert len({offer.topic for offer in asked[:count]}) == min(count, len(asked))


def test_a_topic_that_runs_out_leaves_its_place_to_others() -> None:
    few = [offer for offer in offers_of(NINE[:2]) if offer.topic == NINE[1]][:1]
    many = offers_of(NINE[:1])
    asked, _ = play(few + many, NINE[:2], Limits(8, 3, 9), top=3.0)
    assert Counter(offer.topic for offer in asked) == {NINE[0]: 7, NINE[1]: 1}
    assert (
        choose([], profile([], today=DAY, topics=NINE), limits(10.0, 9), asked={}, groups=(), rng=Random(0))
        is None
    )


def test_another_part_of_the_outline_is_asked_among_equals() -> None:
    first, second = offer("a", NINE[0], "short", 3, "x"), offer("b", NINE[0], "short", 3, "y")
    now = profile([], today=DAY, topics=NINE)
    for seed in range(5):
        chosen = choose([first, second], now, limits(10.0, 1), asked={}, groups={"x"}, rng=Random(seed))
        assert chosen == second


def test_the_strong_get_harder_items_and_the_weak_easier_ones() -> None:
    levels = {}
    for top in (0.0, 3.0, 6.0):
        asked, now = play(offers_of(NINE), NINE, limits(10.0, 9), top=top)
        levels[top] = fmean(offer.level for offer in asked[9:])
        overall = now.readiness()
        assert overall is not None
        assert (overall.chance < 0.2) == (top == 0.0)
        assert (overall.chance > 0.8) == (top == 6.0)
    assert levels[0.0] + 1 < levels[3.0] + 0.5 < levels[6.0]


def test_easy_is_only_what_even_the_low_end_is_sure_of() -> None:
    assert easy_levels(profile([], today=DAY, topics=NINE), NINE) == {}
    _, strong = play(offers_of(NINE), NINE, limits(10.0, 9), top=6.0)
    easy = easy_levels(strong, NINE)
    assert set(easy.values()) <= {2, 3}
    assert easy
    _, weak = play(offers_of(NINE), NINE, limits(10.0, 9), top=2.0)
    assert easy_levels(weak, NINE) == {}


def test_known_at_sight_is_easy_and_put_off_by_its_level() -> None:
    assert known_at_sight(Rating.GOOD, 3) == (Rating.EASY, 3)
    assert known_at_sight(Rating.EASY, 1) == (Rating.EASY, 1)
    assert known_at_sight(Rating.HARD, 4) == (Rating.HARD, 1)
    assert known_at_sight(Rating.AGAIN, 5) == (Rating.AGAIN, 1)
