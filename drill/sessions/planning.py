"""Gathers where the learner stands, and plans the days up to the interview from it.

Leaves out the planning (study/campaign.py) and drawing it (ui).
"""

from collections.abc import Mapping
from datetime import date
from random import Random

from drill.content.library import Row
from drill.errors import UsageError
from drill.sessions.agenda import Wishes, askable, new_items, questions_begun, room_left
from drill.sessions.desk import Desk
from drill.sessions.katas import Exercises, minutes_left, shelved
from drill.sessions.mocks.days import mocks_done
from drill.sessions.overview import interview_to_debrief, records_of
from drill.sessions.placed import placed_today
from drill.sessions.statistics import counted_answers
from drill.study.campaign import Campaign, Shelf, Start, plan
from drill.study.question import ItemId
from drill.study.settings import checked

# so many first answers are taken to have been wrong before: a lucky first one promises nothing
_WRONG_BEFORE = 10


def campaign_of(desk: Desk, exercises: Exercises, *, minutes: int | None = None) -> Campaign:
    """Return the plan up to the interview, with other `minutes` a day than the setting's if given.

    UsageError without an interview ahead.
    """
    interview, rows = interview_ahead(desk), askable(desk, Wishes())
    start = _start(desk, rows, exercises, interview, minutes)
    return plan(_shelf(desk, rows, exercises), start, rng=Random(0))  # noqa: S311 - the same plan each time


def interview_ahead(desk: Desk) -> date:
    """Return the interview's day; UsageError where there is none from today on."""
    interview, past = desk.settings.interview, interview_to_debrief(desk)
    if past is not None:
        raise UsageError(
            f"the interview was on {past}: how did it go? `drill debrief`; `drill plan --date` plans the next"
        )
    if interview is None or interview < desk.today:
        raise UsageError("no interview ahead; `drill plan --date 2026-12-19` sets its date")
    return interview


def set_interview(desk: Desk, text: str) -> None:
    """Set the interview's date; UsageError for what is no date and for one in the past."""
    desk.change("interview", day_ahead(desk, text))


def day_ahead(desk: Desk, text: str) -> str:
    """Return a date as the setting keeps it; UsageError for what is no date and for one in the past."""
    day = checked("interview", text)
    if day == "none" or date.fromisoformat(day) < desk.today:
        raise UsageError(f"`{day}` can't be planned for; give a date from {desk.today} on")
    return day


def _shelf(desk: Desk, rows: Mapping[ItemId, Row], exercises: Exercises) -> Shelf:
    touched = desk.journal.touched()
    seen = {item: record for item, record in records_of(desk).items() if item in rows and item in touched}
    unseen = [candidate.item for candidate in new_items(desk, rows, touched, len(rows))]
    return Shelf(seen, unseen, shelved(desk, exercises))


def _start(
    desk: Desk, rows: Mapping[ItemId, Row], exercises: Exercises, interview: date, minutes: int | None
) -> Start:
    settings, pace = desk.settings, desk.pace()
    if minutes is not None:
        settings = settings._replace(minutes=minutes)
    return Start(
        today=desk.today,
        interview=interview,
        settings=settings,
        pace=pace,
        room=room_left(desk, settings.minutes, pace),
        begun=questions_begun(desk, placed_today(desk).known),
        kata_minutes=minutes_left(desk, exercises),
        mocks=mocks_done(desk),
        knows=_knows(desk, rows),
    )


def _knows(desk: Desk, rows: Mapping[ItemId, Row]) -> float:
    """Return the learner's own share of questions that were right at first sight."""
    first: dict[ItemId, bool] = {}
    for answer in counted_answers(desk):
        if answer.item in rows:
            first.setdefault(answer.item, answer.right)
    return sum(first.values()) / (len(first) + _WRONG_BEFORE)
