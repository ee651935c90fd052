"""Time by week and topic: nothing is lost between them, new is what was never answered before."""

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.study.effort import TopicEffort, WeekEffort, effort_by_topic, effort_by_week
from drill.study.journal import Rating
from drill.study.question import ItemId, Topic
from drill.study.tally import Answer

LISTS = st.lists(st.from_type(Answer), max_size=60)


@given(LISTS)
def test_weeks_hold_each_answer_and_second_once(answers: list[Answer]) -> None:
    weeks = effort_by_week(answers)
    assert sum(week.new for week in weeks) == len({answer.item for answer in answers})
    assert sum(week.new + week.reviews for week in weeks) == len(answers)
    assert sum(week.seconds for week in weeks) == pytest.approx(sum(answer.seconds for answer in answers))
    assert all((b.monday - a.monday).days == 7 for a, b in pairwise(weeks))


@given(LISTS)
def test_topics_hold_each_answer_and_second_once(answers: list[Answer]) -> None:
    efforts = effort_by_topic(answers, {ItemId("a"): Topic("one"), ItemId("b"): Topic("two")})
    assert sum(effort.answers for effort in efforts) == len(answers)
    assert sum(effort.seconds for effort in efforts) == pytest.approx(sum(a.seconds for a in answers))
    assert {effort.topic for effort in efforts} <= {"one", "two", ""}


def test_new_is_the_first_answer_ever() -> None:
    days = (date(2026, 12, 7), date(2026, 12, 7), date(2026, 12, 22))
    answers = [Answer(day, ItemId("a"), True, Rating.GOOD, 10.0) for day in days]
    assert effort_by_week(answers) == [
        WeekEffort(date(2026, 12, 7), 20.0, new=1, reviews=1),
        WeekEffort(date(2026, 12, 14), 0.0, new=0, reviews=0),
        WeekEffort(date(2026, 12, 21), 10.0, new=0, reviews=1),
    ]
    assert effort_by_week([]) == []
    assert effort_by_topic(answers, {}) == [TopicEffort(Topic(""), 30.0, 3)]
