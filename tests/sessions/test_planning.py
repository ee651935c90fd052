"""The plan over a real journal: it is what `drill quiz` asks, it is made anew, what it foretells comes."""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest

from drill.content.katas import Kata
from drill.content.library import BankFile
from drill.errors import UsageError
from drill.sessions.agenda import Wishes, askable, build_agenda
from drill.sessions.answering import Given
from drill.sessions.desk import Desk
from drill.sessions.katas import offers
from drill.sessions.mocks.days import is_mock_day
from drill.sessions.overview import records_of, summary_of, today_of
from drill.sessions.planning import campaign_of, day_ahead, interview_ahead, set_interview
from drill.sessions.quiz import Quiz
from drill.study.campaign import Campaign
from drill.study.countdown import LAST_DAYS
from drill.study.journal import Debriefed, MockEnded, Suspended
from drill.study.question import ItemId

TOPICS = ("tokens", "serving", "kv-cache")


@pytest.fixture
def large(open_desk: Callable[..., Desk], write_bank: Callable[..., BankFile]) -> Desk:
    """A desk over 120 questions."""
    banks = [write_bank(topic, *(f"{topic}-{n}" for n in range(40)), origin="added") for topic in TOPICS]
    return open_desk(*banks)


def interview_in(desk: Desk, days: int) -> date:
    day = desk.today + timedelta(days=days)
    set_interview(desk, day.isoformat())
    return day


def sit(desk: Desk, rng: Random, *, knows: float) -> int:
    """Sit what today asks, as a learner whose memory is the one that is modelled; return the new items."""
    quiz = Quiz(desk, Wishes(), rng=rng)
    while (turn := quiz.next()) is not None:
        recall = desk.record(turn.ask.item).recall_on(desk.today)
        is_known = rng.random() < (knows if recall is None else recall)
        quiz.answer(Given("attention" if is_known else "no", 45.0))
    return quiz.agenda.new


def recall_on(desk: Desk, day: date, *, knows: float) -> float:
    """Return the mean over the daily pool; what was never seen counts as known with the chance `knows`."""
    records = records_of(desk)
    recalls = [records[item].recall_on(day) if item in records else knows for item in askable(desk, Wishes())]
    return sum(recall or 0.0 for recall in recalls) / len(recalls)


@pytest.mark.parametrize(("knows", "seed"), [(0.0, 1), (0.5, 2), (0.9, 3)])
def test_what_it_foretells_comes_when_it_is_followed(
    large: Desk, clock: Any, knows: float, seed: int
) -> None:
    interview = interview_in(large, 30)
    rng, foretold = Random(seed), list[Campaign]()
    while large.today < interview:
        foretold.append(campaign_of(large, {}))
        agenda, first = build_agenda(large), foretold[-1].days[0]
        assert (first.day, first.reviews, first.new) == (large.today, agenda.reviews, agenda.new)
        sit(large, rng, knows=knows)
        clock.on(days=1)
    came = recall_on(large, interview, knows=knows)
    # a week of answers says how much is known at first sight
    assert [plan.planned for plan in foretold[7:]] == pytest.approx([came] * 23, abs=0.05)
    # the first plan takes nothing for known
    assert foretold[0].planned < came + 0.04
    assert foretold[0].idle == 0.0
    assert foretold[-8].idle < came - 0.03
    assert [plan.days[0].new for plan in foretold[-LAST_DAYS:]] == [0] * LAST_DAYS


def test_without_a_review_recall_is_what_it_says(large: Desk, clock: Any) -> None:
    interview = interview_in(large, 12)
    for _ in range(4):
        sit(large, Random(1), knows=0.0)
        clock.on(days=1)
    idle = campaign_of(large, {}).idle
    clock.on(days=5)
    assert campaign_of(large, {}).idle == pytest.approx(idle)
    assert recall_on(large, interview, knows=0.0) == pytest.approx(idle)


def test_days_left_out_are_planned_anew(large: Desk, clock: Any) -> None:
    interview = interview_in(large, 10)
    before = campaign_of(large, {})
    assert mocks(before) == [interview - timedelta(days=7), interview - timedelta(days=2)]
    first = before.days[0].new
    clock.on(days=4)
    late = campaign_of(large, {})
    assert mocks(late) == [large.today, interview - timedelta(days=2)]
    assert is_mock_day(large)
    # as many as the minutes allow: three answers each, of 26
    assert first <= late.days[0].new == 8
    assert late.days[0].day == large.today
    assert len(late.days) == 6
    assert late.planned < before.planned


def test_with_fewer_questions_more_a_day_follow_a_pause(desk: Desk, clock: Any) -> None:
    interview_in(desk, 15)
    before = campaign_of(desk, {}).days[0].new
    clock.on(days=4)
    days = campaign_of(desk, {}).days
    assert (before, days[0].new) == (2, 3)
    assert all(day.seconds <= 60 * 20 + 45 for day in days)


def mocks(campaign: Campaign) -> list[date]:
    return [day.day for day in campaign.days if day.mock]


def test_a_mock_that_was_sat_is_planned_no_more(desk: Desk, clock: Any) -> None:
    interview = interview_in(desk, 9)
    desk.write(MockEnded("mock-1", early=True))
    assert mocks(campaign_of(desk, {})) == [interview - timedelta(days=7), interview - timedelta(days=2)]
    desk.write(MockEnded("mock-2"))
    assert mocks(campaign_of(desk, {})) == [interview - timedelta(days=2)]
    clock.on(days=7)
    assert today_of(desk, build_agenda(desk)).mock
    desk.write(MockEnded("mock-3"))
    assert not today_of(desk, build_agenda(desk)).mock


def test_without_a_date_no_day_is_one_for_a_mock(desk: Desk) -> None:
    assert not is_mock_day(desk)


def test_katas_are_spread_and_none_comes_beside_a_mock(
    desk: Desk, clock: Any, write_kata: Callable[..., Kata]
) -> None:
    exercises = {slug: write_kata(slug).exercise for slug in ("a", "b", "c")}
    interview_in(desk, 12)
    days = campaign_of(desk, exercises).days
    new = [n for n, day in enumerate(days) for kata in day.katas if kata.why == "new"]
    assert new == [0, 3, 6]
    assert [day.katas for day in days if day.mock] == [(), ()]
    assert [kata.slug for kata in days[0].katas] == [offer.slug for offer in offers(desk, exercises)]
    clock.on(days=5)
    assert is_mock_day(desk)
    assert offers(desk, exercises) == []


def test_with_other_minutes_than_the_setting(large: Desk) -> None:
    interview_in(large, 20)
    short, usual = campaign_of(large, {}, minutes=5), campaign_of(large, {})
    assert short.planned < usual.planned
    assert max(day.seconds for day in short.days) <= 5 * 60
    assert large.settings.minutes == 20


def test_what_is_set_aside_is_planned_no_more(desk: Desk) -> None:
    interview_in(desk, 9)
    for n in range(8):
        desk.write(Suspended(ItemId(f"tokens-{n}")))
    days = campaign_of(desk, {}).days
    assert sum(day.new for day in days) == 16


def test_a_date_must_lie_ahead(desk: Desk) -> None:
    for text in ("2026-05-03", "none"):
        with pytest.raises(
            UsageError, match=f"`{text}` can't be planned for; give a date from 2026-05-04 on"
        ):
            set_interview(desk, text)
    with pytest.raises(UsageError, match="takes a date such as"):
        day_ahead(desk, "soon")
    assert desk.settings.interview is None
    set_interview(desk, "2026-05-04")
    assert campaign_of(desk, {}).days == ()
    set_interview(desk, "2026-05-05")
    assert [day.day for day in campaign_of(desk, {}).days] == [desk.today]


def test_after_the_day_it_asks_once_how_it_went(desk: Desk, clock: Any) -> None:
    with pytest.raises(UsageError, match="no interview ahead"):
        interview_ahead(desk)
    interview = interview_in(desk, 2)
    assert interview_ahead(desk) == interview
    clock.on(days=3)
    with pytest.raises(UsageError, match="was on 2026-05-06: how did it go"):
        campaign_of(desk, {})
    desk.write(Debriefed(4, ""))
    with pytest.raises(UsageError, match="no interview ahead"):
        campaign_of(desk, {})
    assert build_agenda(desk).days_left is None


def test_the_last_screen_foretells_tomorrow_by_the_rule(large: Desk, clock: Any) -> None:
    interview_in(large, LAST_DAYS + 1)
    quiz = Quiz(large, Wishes(), rng=Random(1), reasks=False)
    while quiz.next() is not None:
        quiz.answer(Given("no", 45.0))
    summary = summary_of(quiz, lambda topic, key: None)
    assert quiz.agenda.new > 0
    assert summary.tomorrow_new == 0
    clock.on(days=1)
    assert build_agenda(large).reviews == summary.tomorrow_reviews
