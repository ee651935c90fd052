"""The first screen of a day and the last one of a sitting, in figures."""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest

from drill.content.library import BankFile
from drill.sessions.agenda import Wishes, build_agenda
from drill.sessions.answering import Given, take
from drill.sessions.desk import Desk
from drill.sessions.overview import (
    live_answers,
    recent_calibration,
    standings,
    streak,
    summary_of,
    today_of,
)
from drill.sessions.quiz import Quiz
from drill.sessions.undoing import undo_last
from drill.study.ask import Ask
from drill.study.journal import Answered
from drill.study.overview import Summary


def answer(desk: Desk, item: str, *, right: bool = True, seconds: float = 0.0) -> None:
    question = desk.library.compiled(item).question
    given = Given("attention" if right else "no", seconds)
    take(desk, question, Ask(question.id, question.rev), given, longest=365)


def play(desk: Desk, *, misses: int = 0, seconds: float = 45.0, **wishes: Any) -> Summary:
    quiz = Quiz(desk, Wishes(**wishes), rng=Random(1), reasks=False)
    while quiz.next() is not None:
        quiz.answer(Given("no" if len(quiz.tallies) < misses else "attention", seconds))
    return summary_of(quiz, lambda topic, key: f"{topic}: {key}")


def test_a_first_day(desk: Desk) -> None:
    today = today_of(desk, build_agenda(desk))
    assert (today.day, today.interview_in, today.reviews, today.new, today.minutes) == (
        date(2026, 5, 4),
        None,
        0,
        10,
        8,
    )
    assert (today.weakest, today.strongest, today.streak, today.measured) == (None, None, 0, None)
    assert today.by_topic == [("tokens", 4), ("kv-cache", 3), ("serving", 3)]


def test_a_later_day(desk: Desk, clock: Any) -> None:
    for n in range(4):
        answer(desk, f"tokens-{n}")
        answer(desk, f"serving-{n}", right=False)
    clock.on(days=1)
    desk.change("interview", "2026-05-20")
    today = today_of(desk, build_agenda(desk))
    assert today.weakest is not None
    assert today.strongest is not None
    assert (today.weakest.topic, today.strongest.topic) == ("serving", "tokens")
    assert (today.missed, today.interview_in, today.streak) == (4, 15, 1)
    for n in range(2):
        answer(desk, f"tokens-{n}")
    answer(desk, "serving-0", right=False)
    today = today_of(desk, build_agenda(desk))
    assert today.measured == pytest.approx(2 / 3)
    assert today.expected is not None
    assert 0.5 < today.expected < 1.0


def test_standings_are_in_the_order_of_the_topics_and_of_the_daily_pool(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]
) -> None:
    banks = [write_bank("zoo", "z"), write_bank("kv-cache", "a", "b"), write_bank("tokens", "x", pool="exam")]
    desk = open_desk(*banks, write_bank("serving", "s"))
    answer(desk, "a")
    assert [(one.topic, one.seen, one.total) for one in standings(desk)] == [
        ("kv-cache", 1, 2),
        ("serving", 0, 1),
        ("zoo", 0, 1),
    ]


def test_undone_answers_are_in_no_figure(desk: Desk, clock: Any) -> None:
    answer(desk, "tokens-0")
    clock.on(days=2)
    answer(desk, "tokens-0")
    answer(desk, "tokens-0", right=False)
    undo_last(desk)
    bodies = [entry.body for entry in live_answers(desk, 10)]
    assert [body.right for body in bodies if isinstance(body, Answered)] == [True, True]
    measured, expected = recent_calibration(desk) or (0.0, 0.0)
    assert measured == 1.0
    assert expected == pytest.approx(0.9, abs=0.05)


def test_a_streak_counts_study_days_up_to_today_or_yesterday(desk: Desk, clock: Any) -> None:
    assert streak(desk) == 0
    # just past the rollover in summer, looked at in winter: the day is that of the moment
    clock.set("2026-10-24T04:30+02:00")
    answer(desk, "tokens-0")
    clock.set("2026-10-25T23:30+01:00")
    answer(desk, "tokens-0")
    clock.set("2026-10-27T03:00+01:00")
    assert streak(desk) == 2
    answer(desk, "tokens-0")
    assert streak(desk) == 3
    clock.set("2026-10-28T05:00+01:00")
    assert streak(desk) == 0


def test_a_day_whose_answers_were_all_undone_is_none_of_a_streak(desk: Desk, clock: Any) -> None:
    answer(desk, "tokens-0")
    clock.on(days=1)
    answer(desk, "tokens-1")
    answer(desk, "tokens-2")
    undo_last(desk)
    assert streak(desk) == 2
    undo_last(desk)
    assert streak(desk) == 1
    clock.on(days=1)
    assert streak(desk) == 0


def test_the_last_screen(desk: Desk) -> None:
    summary = play(desk, misses=2)
    assert (summary.answered, summary.right, summary.seconds) == (10, 8, 450.0)
    assert {tally.topic: (tally.right, tally.answered) for tally in summary.topics} == {
        "tokens": (3, 4),
        "kv-cache": (2, 3),
        "serving": (3, 3),
    }
    # the two missed come tomorrow, and ten more new ones
    assert (summary.tomorrow_reviews, summary.tomorrow_new, summary.tomorrow_minutes) == (2, 10, 9)
    assert (summary.gone, summary.leeches) == (None, [])


def test_tomorrow_has_no_more_new_items_than_are_left(desk: Desk, clock: Any) -> None:
    summary = play(desk, new=20, minutes=60)
    assert summary.tomorrow_new == 4
    desk.change("interview", (desk.today + timedelta(days=20)).isoformat())
    clock.on(days=1)
    # 4 are left for 16 days: one a day
    assert play(desk, limit=1).tomorrow_new == 1


def test_the_last_screen_says_when_the_backlog_is_gone(desk: Desk, clock: Any) -> None:
    for topic in ("tokens", "serving", "kv-cache"):
        for n in range(8):
            answer(desk, f"{topic}-{n}")
    clock.on(days=30)
    desk.change("minutes", "6")
    before = build_agenda(desk)
    assert (before.left_over, before.gone) == (16, desk.today + timedelta(days=2))
    summary = play(desk)
    assert (summary.answered, summary.gone) == (8, before.gone)
    # what is left over from today is there tomorrow, up to tomorrow's minutes
    assert summary.tomorrow_reviews == 8
    assert summary.tomorrow_new == 0


def test_tomorrow_leaves_out_what_no_bank_holds_any_more(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile], clock: Any
) -> None:
    kept, removed = write_bank("tokens", "a"), write_bank("serving", "b", "c", "d", "e")
    desk = open_desk(kept, removed)
    for item in "abcde":
        answer(desk, item, right=False)
    desk = open_desk(kept)
    assert play(desk).tomorrow_reviews == 1
    clock.on(days=1)
    assert build_agenda(desk).reviews == 1


def test_the_last_screen_begins_with_what_was_sure_and_wrong(desk: Desk, clock: Any) -> None:
    given = {"tokens-0": ("no", 3), "serving-0": ("no", 2), "kv-cache-0": ("attention", 3)}
    quiz = Quiz(desk, Wishes(new=6), rng=Random(1))
    while (turn := quiz.next()) is not None:
        text, sure = given.get(turn.ask.item, ("attention", None))
        quiz.answer(Given(text, 30.0, confidence=sure))
    summary = summary_of(quiz, lambda topic, key: None)
    # it came back three times and was missed each time
    assert sum(tally.is_sure_miss for tally in quiz.tallies) > 1
    assert summary.sure_misses == ["tokens-0"]
    clock.on(days=1)
    today = today_of(desk, build_agenda(desk))
    assert (today.sure_misses, today.missed) == (1, 1)


def test_a_leech_is_named_with_its_primer_line(desk: Desk, clock: Any) -> None:
    answer(desk, "tokens-0")
    for _ in range(7):
        clock.on(days=5)
        answer(desk, "tokens-0", right=False)
    clock.on(days=5)
    summary = play(desk, misses=1, new=0)
    assert [(leech.item, leech.primer) for leech in summary.leeches] == [
        ("tokens-0", "tokens: about-tokens-0")
    ]
    assert summary.tomorrow_reviews == 0
