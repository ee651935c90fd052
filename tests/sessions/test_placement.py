"""A placement over a real journal: what becomes of its answers, and that any end of it is no loss."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from drill.content.library import BankFile
from drill.sessions.agenda import Wishes, build_agenda
from drill.sessions.answering import Given
from drill.sessions.desk import Desk, snapshot_of
from drill.sessions.placed import placed, placed_today
from drill.sessions.placement import Placement, Placing
from drill.sessions.quiz import Quiz
from drill.sessions.statistics import statistics_of
from drill.sessions.undoing import undo_last
from drill.study.journal import Answered, Rating
from drill.study.memory import after, interval
from drill.study.question import ItemId, Topic
from drill.study.record import fold

TOPICS = [Topic("tokens"), Topic("serving"), Topic("kv-cache")]
RIGHT, WRONG = Given("attention", 10.0), Given("no", 10.0)
OpenDesk = Callable[..., Desk]


def start(desk: Desk, *, minutes: float = 10.0, topics: list[Topic] = TOPICS, seed: int = 1) -> Placement:
    return Placement(desk, Placing(topics, minutes, {}), rng=Random(seed))


def play(
    placement: Placement, *, given: Callable[[str], Given] = lambda _: RIGHT, most: int = 99
) -> list[ItemId]:
    """Answer to the end, or so many; return the items in the order asked."""
    asked: list[ItemId] = []
    while len(asked) < most and (turn := placement.next()) is not None:
        asked.append(turn.ask.item)
        placement.answer(given(turn.ask.item))
    return asked


def items(desk: Desk, **wishes: Any) -> list[str]:
    return [candidate.item for candidate in build_agenda(desk, Wishes(**wishes)).items]


def test_it_ends_by_count_with_each_item_once(desk: Desk) -> None:
    placement = start(desk)
    turn = placement.next()
    assert turn is not None
    assert placement.next() is turn
    assert (turn.place, turn.total, turn.is_new, turn.is_return) == (1, 18, False, False)
    asked = play(placement)
    assert len(set(asked)) == len(asked) == 18
    assert placement.next() is None
    with pytest.raises(RuntimeError, match="next"):
        placement.answer(RIGHT)


def test_it_ends_by_time(desk: Desk) -> None:
    assert len(play(start(desk, minutes=1), given=lambda _: Given("no", 45.0))) == 2
    # another one goes on: a minute is over, ten are not
    assert len(play(start(desk), given=lambda _: Given("no", 900.0))) == 2
    assert start(desk).next() is None


def test_known_is_put_far_off_and_missed_is_new_tomorrow(desk: Desk, clock: Any) -> None:
    known = play(start(desk), most=2)
    missed = play(start(desk), given=lambda _: WRONG, most=2)
    entries = [e.body for e in desk.journal.entries(tags=("answered",)) if isinstance(e.body, Answered)]
    assert [body.test for body in entries] == ["placement"] * 4
    easy = interval(after(None, Rating.EASY, elapsed=0), retention=0.9)
    for item in known:
        record = desk.record(item)
        assert record.due is not None
        assert abs((record.due - desk.today).days - easy) <= 2
        assert entries[0].rating is Rating.EASY
    for item in missed:
        assert (desk.record(item).due, desk.record(item).answers) == (None, 0)
    assert set(items(desk, new=99)).isdisjoint([*known, *missed])
    # what is known takes no new item's place
    assert build_agenda(desk).new == statistics_of(desk).loads[0].new == 10
    clock.on(days=1)
    assert set(missed) <= set(items(desk, new=99))
    assert set(items(desk, new=99)).isdisjoint(known)


def test_the_level_puts_off_and_the_interview_holds_back(
    open_desk: OpenDesk, write_bank: Callable[..., BankFile], clock: Any
) -> None:
    desk = open_desk(write_bank("tokens", "hard", "other", difficulty=4, origin="added"))
    play(start(desk, topics=TOPICS[:1]), most=1)
    easy = interval(after(None, Rating.EASY, elapsed=0), retention=0.9)
    first, second = (ItemId(name) for name in ("hard", "other"))
    due = desk.record(first).due or desk.record(second).due
    assert due is not None
    assert abs((due - desk.today).days - 4 * easy) <= 4
    desk.change("interview", (desk.today + timedelta(days=10)).isoformat())
    play(start(desk, topics=TOPICS[:1]), most=1)
    dues = [desk.record(item).due for item in (first, second)]
    assert min(due for due in dues if due) <= desk.today + timedelta(days=5)


def test_a_hint_that_helped_is_not_known_at_sight(
    open_desk: OpenDesk, write_bank: Callable[..., BankFile], numeric_yaml: str
) -> None:
    desk = open_desk(write_bank("kv-cache", more=numeric_yaml, origin="added"))
    placement = start(desk, topics=TOPICS[2:])
    turn = placement.next()
    assert turn is not None
    tokens = int(turn.ask.numbers["tokens"])
    first = placement.answer(Given(f"{tokens // 8192}", 5.0, final=False))
    while first.entry is None:
        first = placement.answer(Given(f"{tokens // 8192} GiB", 5.0))
    assert isinstance(first.entry.body, Answered)
    assert first.entry.body.rating <= Rating.EASY
    assert desk.record(turn.ask.item).due is not None


def test_killed_at_any_answer_it_goes_on(open_desk: OpenDesk) -> None:
    """Each answer is played by another process: what counts is in the journal alone."""
    asked: list[ItemId] = []
    for count in range(18):
        placement = start(open_desk(), seed=count)
        turn = placement.next()
        assert turn is not None
        assert turn.place == count + 1
        # an ask that was open when the process died is another's now
        asked += play(placement, given=lambda item: WRONG if item.startswith("serving") else RIGHT, most=1)
    desk = open_desk()
    assert start(desk).next() is None
    assert len(set(asked)) == 18
    report = start(desk).report()
    assert len(report.known) + sum(map(len, report.missed.values())) == 18
    assert list(report.missed) == ["serving"]
    assert report.rights[Topic("serving")][0] == 0
    assert set(placed_today(desk).known) == set(report.known)
    for item in asked:
        assert desk.journal.snapshot(item) == snapshot_of(item, fold(desk.journal.entries(item=item)))


def test_after_the_day_it_begins_anew_with_other_items(desk: Desk, clock: Any) -> None:
    first = play(start(desk), given=lambda _: WRONG, most=5)
    clock.on(days=1)
    placement = start(desk)
    assert placement.answers == []
    assert set(play(placement)).isdisjoint(first)
    # what was missed the day before is kept from being called easy
    assert set(placed(desk).missed) == set(first)
    clock.on(days=1)
    assert placed_today(desk).missed == ()


def test_over_midnight_it_stays_one(desk: Desk, clock: Any) -> None:
    clock.set("2026-05-05T03:59+02:00")
    placement = start(desk)
    play(placement, most=3)
    clock.on(minutes=5)
    assert len(play(placement)) == 15


def test_an_answer_undone_counts_no_more_and_is_not_asked_again(desk: Desk) -> None:
    [item] = play(start(desk), most=1)
    undo_last(desk)
    placement = start(desk)
    assert placement.answers == []
    assert item not in play(placement)


def test_the_expert_meets_the_easy_ones_last(
    open_desk: OpenDesk, write_bank: Callable[..., BankFile], clock: Any
) -> None:
    hard = write_bank("tokens", *(f"hard-{n}" for n in range(30)), difficulty=5, origin="added")
    easy = write_bank("serving", *(f"easy-{n}" for n in range(12)), difficulty=1, origin="added")
    desk = open_desk(hard, easy)
    placement = start(desk, topics=TOPICS[:2])
    play(placement)
    report = placement.report()
    assert report.later > 0
    clock.on(days=1)
    left = items(desk, new=99)
    assert len(left) == 30 + 12 - 18
    assert sum(item.startswith("easy") for item in left) == report.later
    assert all(item.startswith("hard") for item in items(desk, new=len(left) - report.later))


def test_the_quiz_of_the_day_does_not_count_it_as_its_own(desk: Desk) -> None:
    play(start(desk), given=lambda _: WRONG, most=3)
    quiz = Quiz(desk, Wishes(), rng=Random(1))
    turn = quiz.next()
    assert turn is not None
    assert turn.is_new
    assert quiz.total == 10
