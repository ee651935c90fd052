"""Order: rank, weave, interleave, the end of a backlog, and what comes back within a sitting."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise, permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from drill.study.question import ItemId, Topic
from drill.study.queue import (
    RETURN_GAP,
    RETURNS,
    Candidate,
    Returns,
    backlog_gone,
    fits,
    interleave,
    mix,
    portion,
    rank_cram,
    rank_due,
    spread_topics,
    weave,
)

TODAY = date(2026, 5, 4)


def candidate(
    item: str,
    topic: str = "a",
    *groups: str,
    recall: float | None = None,
    missed: bool = False,
    sure: bool = False,
) -> Candidate:
    return Candidate(ItemId(item), Topic(topic), frozenset(groups), recall, missed, sure)


def names(items: list[Candidate]) -> str:
    return " ".join(one.item for one in items)


def of_topics(topics: str) -> list[Candidate]:
    return [candidate(f"{topic}{n}", topic, f"{topic}{n}") for n, topic in enumerate(topics)]


@given(st.integers(-5, 40), st.integers(0, 40), st.integers(-5, 40))
def test_a_portion_fills_the_room_with_reviews_first(room: int, due: int, new: int) -> None:
    share = portion(room, due=due, new=new)
    assert share.reviews == min(due, max(0, room))
    assert share.new == max(0, min(new, max(0, room) - share.reviews))


def test_due_items_come_sure_and_wrong_first_then_missed_then_by_falling_recall() -> None:
    items = [
        candidate("sure", recall=0.1, sure=True),
        candidate("sure-missed", recall=0.1, sure=True, missed=True),
        candidate("low", recall=0.2),
        candidate("b", recall=0.9),
        candidate("missed-low", recall=0.3, missed=True),
        candidate("a", recall=0.9),
        candidate("missed", recall=0.5, missed=True),
    ]
    assert names(rank_due(items)) == "sure-missed sure missed missed-low a b low"


def test_cram_takes_the_least_known_first_after_what_is_sure_and_wrong() -> None:
    items = [
        candidate("known", recall=0.9),
        candidate("forgotten", recall=0.1),
        candidate("sure", recall=0.95, sure=True),
        candidate("new"),
    ]
    assert names(rank_cram(items)) == "sure new forgotten known"


def test_what_is_sure_and_wrong_is_mixed_with_nothing_else() -> None:
    reviews = [
        *(candidate(f"sure-{n}", "a" if n < 2 else "b", sure=True, recall=0.9) for n in range(3)),
        *(candidate(f"due-{n}", "c", recall=0.5) for n in range(4)),
    ]
    mixed = mix(reviews, [candidate("new-0", "d"), candidate("new-1", "d")])
    assert names(mixed) == "sure-0 sure-2 sure-1 due-0 new-0 due-1 new-1 due-2 due-3"


candidates = st.lists(
    st.builds(
        candidate,
        st.integers(0, 999).map(str),
        st.sampled_from("abc"),
        st.sampled_from("xyz"),
    ),
    max_size=20,
    unique_by=lambda one: one.item,
)


@settings(deadline=None, max_examples=40)
@given(candidates, candidates)
def test_weave_keeps_both_orders_and_all_items(reviews: list[Candidate], new: list[Candidate]) -> None:
    # an item is due or new, never both
    new = [one._replace(item=ItemId(f"new-{one.item}")) for one in new]
    woven = weave(reviews, new)
    assert Counter(woven) == Counter(reviews + new)
    assert sorted(reviews, key=woven.index) == reviews
    assert sorted(new, key=woven.index) == new


def test_new_items_are_woven_in_evenly() -> None:
    woven = weave([candidate(f"r{n}") for n in range(6)], [candidate(f"n{n}") for n in range(3)])
    assert names(woven) == "r0 n0 r1 r2 n1 r3 r4 n2 r5"


@settings(deadline=None, max_examples=40)
@given(candidates)
def test_interleave_is_a_permutation(items: list[Candidate]) -> None:
    assert Counter(interleave(items)) == Counter(items)


def repeats(items: list[Candidate] | tuple[Candidate, ...]) -> int:
    return sum(left.topic == right.topic for left, right in pairwise(items))


@settings(deadline=None, max_examples=80)
@given(st.text(st.sampled_from("abc"), max_size=6))
def test_no_topic_comes_twice_in_a_row_where_that_can_be(topics: str) -> None:
    items = of_topics(topics)
    best = min(map(repeats, permutations(items)))
    assert repeats(interleave(items)) == best


@settings(deadline=None, max_examples=60)
@given(st.text(st.sampled_from("ab"), min_size=20, max_size=60))
def test_a_long_list_is_mixed_as_far_as_its_topics_go(topics: str) -> None:
    items = of_topics(topics)
    most = max(Counter(topics).values())
    assert repeats(interleave(items)) == max(0, 2 * most - len(topics) - 1)


def test_interleave_keeps_the_order_where_nothing_clashes() -> None:
    items = of_topics("abcabcabc")
    assert interleave(items) == items


def test_siblings_are_kept_apart_even_across_topics() -> None:
    items = [
        candidate("one", "a", "kv-memory"),
        candidate("sibling", "b", "kv-memory", "other"),
        candidate("stranger", "b", "paging"),
        candidate("last", "a", "gqa"),
    ]
    assert names(interleave(items)) == "one stranger last sibling"


def test_within_one_topic_siblings_are_kept_apart() -> None:
    items = [
        candidate(name, "a", group) for name, group in (("x1", "x"), ("x2", "x"), ("y1", "y"), ("y2", "y"))
    ]
    assert names(interleave(items)) == "x1 y1 x2 y2"


def test_new_items_go_round_the_topics_in_their_order() -> None:
    new = [
        candidate("a1"),
        candidate("a2"),
        candidate("b1", "b"),
        candidate("own", "own"),
        candidate("b2", "b"),
    ]
    assert names(spread_topics(new, [Topic("b"), Topic("a")])) == "b1 a1 own b2 a2"


def test_at_least_one_answer_fits() -> None:
    assert [fits(seconds, seconds_per_answer=45) for seconds in (1, 45, 1200)] == [1, 1, 26]


def test_a_backlog_is_gone_when_the_days_have_caught_up() -> None:
    tomorrow = TODAY + timedelta(days=1)
    assert backlog_gone(5, today=TODAY, a_day=10, load={}) == tomorrow
    load = {tomorrow: 9, TODAY + timedelta(days=2): 8, TODAY + timedelta(days=3): 3}
    # 15 + 9 - 10 = 14, + 8 - 10 = 12, + 3 - 10 = 5, - 10 = done
    assert backlog_gone(15, today=TODAY, a_day=10, load=load) == TODAY + timedelta(days=4)
    steady = {TODAY + timedelta(days=n): 10 for n in range(1, 400)}
    assert backlog_gone(1, today=TODAY, a_day=10, load=steady) is None


KV, GQA = ItemId("kv"), ItemId("gqa")


def test_a_missed_item_waits_for_five_others() -> None:
    returns = Returns()
    returns.count_ask()
    assert returns.missed(KV, 1)
    for others in range(RETURN_GAP):
        assert returns.ready() is None
        assert returns.will_come(KV, RETURN_GAP - others)
        assert not returns.will_come(KV, RETURN_GAP - others - 1)
        returns.count_ask()
    assert returns.ready() == KV


def test_an_item_returns_three_times_a_day() -> None:
    returns = Returns()
    assert [returns.missed(KV, misses) for misses in (1, 2, 3, 4)] == [True] * RETURNS + [False]
    assert not returns.will_come(KV, 100)


def test_the_longest_waiting_comes_first_and_a_dropped_one_never() -> None:
    returns = Returns()
    returns.missed(KV, 1)
    returns.count_ask()
    returns.missed(GQA, 1)
    # the first one's return is one of the five that the second waits for
    assert [returns.coming(others) for others in (3, 4, 5)] == [0, 2, 2]
    for _ in range(RETURN_GAP):
        returns.count_ask()
    assert returns.ready() == KV
    returns.drop(KV)
    assert returns.ready() == GQA
    returns.drop(GQA)
    assert returns.ready() is None


@given(missed=st.lists(st.booleans(), max_size=9), others=st.integers(0, 12))
def test_what_is_said_to_come_comes_at_its_place(missed: list[bool], others: int) -> None:
    returns, items = Returns(), [ItemId(f"asked-{n}") for n in range(len(missed))]
    for item, is_missed in zip(items, missed, strict=True):
        returns.count_ask()
        if is_missed:
            returns.missed(item, 1)
    said = {
        item: [returns.will_come(item, others, within=left) for left in range(len(missed) + others + 1)]
        for item in items
    }
    coming = returns.coming(others)
    came = asked_to_the_end(returns, others)
    assert coming == len(came)
    for item, answers in said.items():
        place = came.get(item, len(answers))
        assert answers == [left > place for left in range(len(answers))]


def asked_to_the_end(returns: Returns, others: int) -> dict[ItemId, int]:
    """Return the place of each return when all that is left is asked and nothing more is missed."""
    came, asked = {}, 0
    while (item := returns.ready()) is not None or others:
        if item is None:
            others -= 1
        else:
            returns.drop(item)
            came[item] = asked
        returns.count_ask()
        asked += 1
    return came


def test_an_ask_taken_back_is_not_counted_as_an_other() -> None:
    returns = Returns()
    returns.undo_ask()
    assert returns.asked == 0
    returns.count_ask()
    returns.missed(KV, 1)
    for _ in range(RETURN_GAP):
        returns.count_ask()
    returns.undo_ask()
    assert returns.ready() is None
