"""What to study next: which topics, lines, questions and katas, and what the learner knows already."""

from collections.abc import Callable
from typing import Any

import pytest

from drill.content.library import BankFile
from drill.sessions.desk import Desk
from drill.sessions.mocks.advice import Advisor
from drill.study.ask import Ask
from drill.study.journal import Answered, GaveUp, Rating, Submitted, Suspended
from drill.study.kata import Exercise, kata_item
from drill.study.mock_report import Shown, Study
from drill.study.question import ItemId, Topic

KV, TOKENS = Topic("kv-cache"), Topic("tokens")


def exercise(topic: Topic, *outline: str, level: int = 1) -> Exercise:
    return Exercise("Title", topic, outline, level, 10.0, ("f",), ("one", "two", "three"))


EXERCISES = {
    "apart": exercise(KV, "reuse"),
    "fitting": exercise(KV, "memory", level=3),
    "hard-fitting": exercise(KV, "memory", level=4),
    "merges": exercise(TOKENS, "merges"),
}


@pytest.fixture
def desk(open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]) -> Desk:
    """A desk with an exam question and daily ones on two topics."""
    return open_desk(
        write_bank("kv-cache", "kv-exam", pool="exam", outline="memory, merges"),
        write_bank("kv-cache", *(f"kv-{n}" for n in range(5)), origin="added", outline="memory"),
        write_bank("tokens", *(f"tok-{n}" for n in range(2)), outline="merges"),
    )


def went(item: str, score: float | None, topic: Topic = KV, *, level: int = 2) -> Shown:
    return Shown(ItemId(item), topic, level, "short", "", score, 10.0)


def advice(desk: Desk, *shown: Shown) -> list[Study]:
    return Advisor(desk, EXERCISES).study(shown)


def learn(desk: Desk, item: str, rating: Rating = Rating.GOOD) -> None:
    ask = Ask(ItemId(item), 1)
    desk.write(Answered(ask, "", rating > 1, float(rating > 1), rating, 9.0, desk.today))


def test_what_went_well_or_was_not_reached_needs_no_study(desk: Desk) -> None:
    assert advice(desk, went("kv-exam", 1.0), went("kv-0", None), went("gone", 0.0, level=0)) == []


def test_a_miss_leads_to_lines_questions_and_katas(desk: Desk) -> None:
    (only,) = advice(desk, went("kv-exam", 0.0))
    # a key that only another topic's questions name has no line in this primer
    assert (only.topic, only.outline) == (KV, ["memory", "merges"])
    assert only.questions == ["kv-0", "kv-1", "kv-2"]
    assert only.katas == ["fitting", "hard-fitting"]


def test_the_worst_topic_comes_first(desk: Desk) -> None:
    shown = (went("kv-exam", 0.5), went("tok-0", 0.2, TOKENS), went("tok-1", 0.9, TOKENS))
    assert [one.topic for one in advice(desk, *shown)] == [KV, TOKENS]
    assert [one.topic for one in advice(desk, *shown[:2])] == [TOKENS, KV]


def test_a_weak_kata_alone_leads_to_lines_and_questions(desk: Desk) -> None:
    (only,) = advice(desk, went("kata:merges", 0.5, TOKENS))
    assert only == Study(TOKENS, ["merges"], [ItemId("tok-0"), ItemId("tok-1")], ["merges"])


def test_a_key_of_another_topic_has_no_line_here(desk: Desk) -> None:
    wide = {"wide": exercise(TOKENS, "merges", "reuse")}
    (only,) = Advisor(desk, wide).study([went("kata:wide", 0.0, TOKENS)])
    assert only.outline == ["merges"]


def test_questions_set_aside_or_well_known_are_left_out(desk: Desk, clock: Any) -> None:
    desk.write(Suspended(ItemId("kv-0")))
    learn(desk, "kv-1", Rating.AGAIN)
    learn(desk, "kv-2", Rating.EASY)
    assert advice(desk, went("kv-exam", 0.0))[0].questions == ["kv-3", "kv-4"]
    clock.on(days=1)
    assert advice(desk, went("kv-exam", 0.0))[0].questions == ["kv-3", "kv-4", "kv-1"]


def test_a_kata_passed_before_comes_after_the_others(desk: Desk) -> None:
    for slug in ("fitting", "apart"):
        desk.write(Submitted(kata_item(slug), "passed", 5, 5, 60.0, False, "f", "hash"))
    desk.write(GaveUp(kata_item("hard-fitting"), desk.today))
    assert advice(desk, went("kv-exam", 0.0))[0].katas == ["hard-fitting", "fitting"]
    katas = {slug: one for slug, one in EXERCISES.items() if slug != "hard-fitting"}
    (only,) = Advisor(desk, katas).study([went("kv-exam", 0.0)])
    assert only.katas == ["fitting", "apart"]
