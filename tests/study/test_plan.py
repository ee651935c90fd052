"""The plan: from date and minutes to new items a day and the longest interval."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from drill.study.plan import LONGEST_INTERVAL, NEW_A_DAY, longest_interval, plan_for
from drill.study.settings import Settings, settings_of

TODAY = date(2026, 12, 1)


def with_interview(days: int, **values: str) -> Settings:
    return settings_of({"interview": (TODAY + timedelta(days=days)).isoformat(), **values})


def test_without_a_date_or_after_it_the_defaults_hold() -> None:
    for settings in (settings_of({}), with_interview(-1)):
        plan = plan_for(settings, today=TODAY, unseen=60, seconds_per_answer=45)
        assert plan == (NEW_A_DAY, LONGEST_INTERVAL, None)


def test_a_date_sets_pace_and_longest_interval() -> None:
    plan = plan_for(with_interview(20), today=TODAY, unseen=60, seconds_per_answer=45)
    # 60 items over the 17 days before the last three
    assert plan == (4, 10, 20)


def test_nothing_new_in_the_last_days() -> None:
    began = TODAY - timedelta(days=9)
    for days, new in ((5, 10), (4, 20), (3, 0), (1, 0), (0, 0)):
        settings = with_interview(days, minutes="60")
        plan = plan_for(settings, today=TODAY, unseen=20, seconds_per_answer=45, began=began)
        assert plan.new_a_day == new
    settings = with_interview(3, new="5")
    assert plan_for(settings, today=TODAY, unseen=20, seconds_per_answer=45, began=began).new_a_day == 0


def test_who_begins_in_the_last_days_begins_new_things() -> None:
    for began in (None, TODAY, TODAY - timedelta(days=1)):
        for days, new in ((2, 10), (1, 20), (0, 20)):
            settings = with_interview(days, minutes="60")
            plan = plan_for(settings, today=TODAY, unseen=20, seconds_per_answer=45, began=began)
            assert plan.new_a_day == new
    # a day earlier there was still time to begin
    settings = with_interview(2, minutes="60")
    late = TODAY - timedelta(days=2)
    assert plan_for(settings, today=TODAY, unseen=20, seconds_per_answer=45, began=late).new_a_day == 0


def test_the_minutes_a_day_cap_the_pace() -> None:
    plan = plan_for(with_interview(4, minutes="10"), today=TODAY, unseen=100, seconds_per_answer=45)
    assert plan.new_a_day == 4


def test_a_number_set_by_hand_wins() -> None:
    for settings in (with_interview(4, new="2"), settings_of({"new": "2"})):
        assert plan_for(settings, today=TODAY, unseen=100, seconds_per_answer=45).new_a_day == 2


@given(st.integers(0, 2000), st.integers(0, 500), st.floats(5, 300))
def test_any_plan_can_be_followed(days: int, unseen: int, pace: float) -> None:
    settings = with_interview(days)
    plan = plan_for(settings, today=TODAY, unseen=unseen, seconds_per_answer=pace)
    assert 0 <= plan.new_a_day <= max(1, unseen)
    assert 1 <= plan.longest_interval <= LONGEST_INTERVAL
    assert plan.longest_interval == longest_interval(settings, today=TODAY)
    # an item begun today is met again before the day
    assert days < 2 or plan.longest_interval * 2 <= days
    assert plan.days_left == days
