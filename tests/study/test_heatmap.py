"""A year as weeks: every answer in its place, days to come left open, darker means more."""

from collections import Counter
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from drill.study.heatmap import LEVELS, WEEKS, Week, answers_by_day, level, monday_of, step_of, weeks_until
from drill.study.tally import Answer

LAST = date(2026, 12, 10)


@given(st.lists(st.from_type(Answer), max_size=60), st.dates(date(2026, 11, 1), date(2028, 3, 1)))
def test_the_year_holds_each_answer_of_its_days_once(answers: list[Answer], last: date) -> None:
    weeks = weeks_until(last, answers_by_day(answers))
    first = weeks[0].monday
    held = Counter(answer.day for answer in answers if first <= answer.day <= last)
    days = [(week.monday + timedelta(days=n), count) for week in weeks for n, count in enumerate(week.counts)]
    assert {day: count for day, count in days if count} == held
    assert [day for day, count in days if count is not None][-1] == last
    assert sum(count is None for _, count in days) == 6 - last.weekday()


def test_a_year_is_whole_weeks_from_mondays() -> None:
    weeks = weeks_until(LAST, {})
    assert len(weeks) == WEEKS
    assert {week.monday.weekday() for week in weeks} == {0}
    assert weeks[-1].monday == monday_of(LAST) == date(2026, 12, 7)
    assert weeks[-1].counts == (0, 0, 0, 0, None, None, None)
    assert weeks[0].monday <= LAST.replace(year=2025)


@given(st.lists(st.integers(0, 400), min_size=1, max_size=7))
def test_levels_rise_with_the_answers(counts: list[int]) -> None:
    step = step_of([Week(LAST, tuple(counts))])
    levels = [level(count, step=step) for count in sorted(counts)]
    assert levels == sorted(levels)
    assert all((shade == 0) == (count == 0) for shade, count in zip(levels, sorted(counts), strict=True))
    assert set(levels) <= set(range(LEVELS + 1))


def test_one_long_day_makes_no_other_pale() -> None:
    weeks = [Week(LAST, (20,) * 7), Week(LAST, (20,) * 6 + (900,))]
    assert level(20, step=step_of(weeks)) == LEVELS
    assert step_of([]) == step_of([Week(LAST, (0, None))]) == 1
