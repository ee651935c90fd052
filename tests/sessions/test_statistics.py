"""All figures over a real journal: lean reading equals the slow one, undo and another rating included."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from drill.content.library import BankFile
from drill.errors import ContentError
from drill.sessions.answering import Given, Outcome, rerate, take
from drill.sessions.desk import Desk
from drill.sessions.statistics import counted_answers, statistics_of
from drill.sessions.undoing import undo_last
from drill.study.ask import Ask
from drill.study.journal import Answered, Rating, Suspended, Undone
from drill.study.question import ItemId
from drill.study.record import settled
from drill.study.tally import Answer, answer_on


def answer(
    desk: Desk, item: str, *, right: bool = True, sure: int | None = None, longest: int | None = 365
) -> Outcome:
    question = desk.library.compiled(item).question
    given_text = Given("attention" if right else "no", 30.0, confidence=sure)
    return take(desk, question, Ask(question.id, question.rev), given_text, longest=longest)


def slow(desk: Desk) -> list[Answer]:
    entries = settled(desk.journal.entries())
    return [answer_on(e.stamp.day, e.body) for e in entries if isinstance(e.body, Answered)]


STEPS = st.lists(
    st.sampled_from(["right", "wrong", "cram", "undo", "undo the undo", "rate", "next day"]), max_size=14
)


@settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_lean_reading_is_the_slow_one(desk: Desk, clock: Any, steps: list[str]) -> None:
    """One journal grows over all examples, so that the later ones have a long past."""
    outcome = None
    for step in steps:
        if step in {"right", "wrong", "cram"}:
            outcome = answer(desk, "tokens-0", right=step == "right", longest=None if step == "cram" else 365)
        elif step == "undo":
            undo_last(desk)
        elif step == "undo the undo":
            newest = next(iter(desk.journal.entries(tags=("undone",), newest_first=True)), None)
            if newest is not None:
                desk.write(Undone(newest.id, ItemId("tokens-0")))
        elif step == "rate" and outcome is not None:
            rerate(desk, outcome, Rating.AGAIN, longest=365)
        else:
            clock.on(days=1)
    assert counted_answers(desk) == slow(desk)


def test_all_figures(desk: Desk, clock: Any) -> None:
    for n in range(4):
        answer(desk, f"tokens-{n}", right=n > 0, sure=3)
    answer(desk, "serving-0", sure=1)
    undo_last(desk)
    clock.on(days=1)
    answer(desk, "tokens-0", right=False)
    desk.write(Suspended(ItemId("kv-cache-0")))
    figures = statistics_of(desk)
    assert (figures.answers, figures.streak, figures.pace) == (5, 2, 30.0)
    assert sum(count or 0 for week in figures.weeks for count in week.counts) == 5
    assert [(miss.item, miss.times) for miss in figures.sure] == [("tokens-0", 1)]
    assert [(one.item, one.misses, one.lapses) for one in figures.hardest] == [("tokens-0", 2, 1)]
    assert figures.prompts == {"tokens-0": "What is tokens-0?"}
    assert figures.rated_sure == 4
    # sure four times, right three times
    assert figures.brier is not None
    assert figures.brier.score == pytest.approx((3 * 0.05**2 + 0.95**2) / 4)
    assert (figures.brier.answers, figures.sureness) == (4, [])
    assert [(effort.new, effort.reviews) for effort in figures.efforts] == [(4, 1)]
    assert [(effort.topic, effort.answers) for effort in figures.topic_efforts] == [("tokens", 5)]
    assert sum(one.answers for one in figures.bins) == 1
    # 24 items, 4 of them begun and one set aside; ten a day
    assert [load.new for load in figures.loads[:3]] == [10, 9, 0]
    scheduled = sum(load.scheduled for load in figures.loads)
    assert scheduled == sum(s.due is not None and not s.suspended for s in desk.journal.snapshots())


def test_what_was_begun_today_counts_against_todays_new(desk: Desk) -> None:
    for n in range(3):
        answer(desk, f"tokens-{n}")
    assert [load.new for load in statistics_of(desk).loads[:4]] == [7, 10, 4, 0]


def test_items_of_a_bank_that_is_gone_keep_their_time(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]
) -> None:
    kept, removed = write_bank("tokens", "a"), write_bank("serving", "b")
    desk = open_desk(kept, removed)
    answer(desk, "b", right=False)
    figures = statistics_of(open_desk(kept))
    assert [(effort.topic, effort.answers) for effort in figures.topic_efforts] == [("", 1)]
    assert [one.item for one in figures.hardest] == ["b"]
    assert figures.prompts == {}
    assert sum(load.scheduled for load in figures.loads) == 0


def test_a_damaged_answer_is_named(desk: Desk, tmp_path: Path) -> None:
    outcome = answer(desk, "tokens-0")
    assert outcome.entry is not None
    with sqlite3.connect(tmp_path / "journal.db") as connection:
        connection.execute("update entry set body = '{}' where tag = 'answered'")
    connection.close()
    with pytest.raises(ContentError, match=f"entry {outcome.entry.id} is damaged"):
        counted_answers(desk)
