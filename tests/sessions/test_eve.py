"""The evening before over a real journal."""

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from drill.content.library import BankFile
from drill.sessions.agenda import Wishes
from drill.sessions.answering import Given, take
from drill.sessions.desk import Desk
from drill.sessions.eve import agenda_for, eve_of, interview_answers
from drill.sessions.quiz import Quiz
from drill.sessions.sheet import new_ask
from drill.study.journal import Answered, Bookmarked, Noted, Suspended
from drill.study.question import ItemId
from drill.study.record import LEECH_LAPSES

OPEN = """
- id: {id}
  kind: open
  difficulty: 1
  outline: [{outline}]
  sources: [{{key: a}}]
  pool: {pool}
  prompt: Why {id}?
  explanation: Plain.
  points: [{{text: one, hints: [one]}}, {{text: two, hints: [two]}}, {{text: three, hints: [three]}}]
"""


def answer(desk: Desk, item: str, text: str = "attention", sure: int | None = None) -> None:
    compiled = desk.library.compiled(ItemId(item))
    given = Given(text, 30.0, confidence=sure, final=True)
    take(desk, compiled.question, new_ask(compiled, Random(1)), given, longest=365)


@pytest.fixture
def practiced(desk: Desk, clock: Any) -> Desk:
    """Ten days: a leech, a sure miss, one that was once, notes, a bookmark, one set aside by hand."""
    answer(desk, "tokens-2", "no", sure=3)
    for _ in range(LEECH_LAPSES + 1):
        answer(desk, "tokens-0", "no")
        clock.on(days=1)
    answer(desk, "tokens-1", "no", sure=3)
    answer(desk, "tokens-2")
    answer(desk, "serving-0")
    answer(desk, "serving-1", "no")
    answer(desk, "serving-2")
    desk.write(Noted(ItemId("kv-cache-0"), "keys AND values"))
    desk.write(Noted(ItemId("kv-cache-1"), "gone"))
    desk.write(Noted(ItemId("kv-cache-1"), " "))
    desk.write(Bookmarked(ItemId("kv-cache-2"), on=True))
    answer(desk, "kv-cache-3", "no", sure=3)
    desk.write(Suspended(ItemId("kv-cache-3")))
    return desk


def test_what_goes_wrong_comes_first(practiced: Desk) -> None:
    parts = eve_of(practiced, 30).parts
    assert parts.sure == ["tokens-1", "tokens-2"]
    assert parts.leeches == ["tokens-0"]
    assert parts.marked == ["kv-cache-0", "kv-cache-2"]
    # least known first, and nothing that was never asked
    assert parts.weakest[0] == "serving-1"
    assert set(parts.weakest) == {"serving-0", "serving-1", "serving-2"}


def test_minutes_cut_it_from_the_end(practiced: Desk) -> None:
    whole = eve_of(practiced, 30)
    short = eve_of(practiced, 2)
    assert short.parts.items == whole.parts.items[:4]
    assert (short.minutes, eve_of(practiced, 1).parts.items) == (2, whole.parts.items[:2])


def test_recall_is_reckoned_for_the_day_of_the_interview(practiced: Desk) -> None:
    soon = agenda_for(practiced, eve_of(practiced, 30)).items[-1].recall
    practiced.change("interview", (practiced.today + timedelta(days=30)).isoformat())
    later = eve_of(practiced, 30)
    assert later.day == practiced.today + timedelta(days=30)
    recall = agenda_for(practiced, later).items[-1].recall
    assert recall is not None
    assert soon is not None
    assert recall < soon


def test_a_date_that_has_passed_counts_as_none(practiced: Desk) -> None:
    practiced.change("interview", (practiced.today - timedelta(days=1)).isoformat())
    eve = eve_of(practiced, 30)
    assert eve.interview is None
    assert eve.day == practiced.today + timedelta(days=1)


def test_no_due_day_is_changed_and_leeches_are_asked(practiced: Desk) -> None:
    eve = eve_of(practiced, 30)
    before = {item: practiced.record(item) for item in eve.parts.items}
    agenda = agenda_for(practiced, eve)
    quiz = Quiz(practiced, Wishes(cram=True), rng=Random(1), agenda=agenda)
    asked = []
    while (turn := quiz.next()) is not None:
        asked.append(turn.ask.item)
        entry = quiz.answer(Given("no", 5.0, final=True)).entry
        assert entry is not None
        assert isinstance(entry.body, Answered)
        assert entry.body.due is None
    assert asked == eve.parts.items
    after = {item: practiced.record(item) for item in asked}
    assert {item: record.due for item, record in after.items()} == {
        item: record.due for item, record in before.items()
    }


def test_nothing_answered_yet(desk: Desk) -> None:
    eve = eve_of(desk, 30)
    assert (eve.parts.items, eve.answers) == ([], 0)


def test_one_answer_a_question_of_the_outline(
    open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]
) -> None:
    rows = [
        ("a", "interview-json", "daily"),
        ("b", "interview-json", "daily"),
        ("c", "kv-memory", "daily"),
        ("d", "interview-tools", "exam"),
    ]
    more = "".join(OPEN.format(id=name, outline=outline, pool=pool) for name, outline, pool in rows)
    tokens = OPEN.format(id="e", outline="interview-tokens", pool="daily")
    desk = open_desk(
        write_bank("structured-output", origin="added", more=more),
        write_bank("tokens", origin="added", more=tokens),
    )
    assert [compiled.question.id for compiled in interview_answers(desk)] == ["e", "a"]
