"""Reckons all figures of `drill stats`: the journal is read once.

Leaves out drawing them (ui) and the outline's lines (linemap.py).
"""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from itertools import islice

from msgspec import MsgspecError

from drill.content.library import Row
from drill.sessions.agenda import Wishes, askable
from drill.sessions.desk import Desk
from drill.sessions.overview import CALIBRATION_ANSWERS, records_of, standings_of, streak_over
from drill.sessions.placed import placed_today
from drill.sessions.undoing import undone_answers
from drill.study.calibration import calibration, calibration_bins
from drill.study.confidence import brier, rated_answers, sureness
from drill.study.effort import effort_by_topic, effort_by_week
from drill.study.forecast import DayLoad, Terms, forecast
from drill.study.heatmap import answers_by_day, weeks_until
from drill.study.journal import EntryId, Rating, Rerated
from drill.study.question import ItemId
from drill.study.record import Record, living
from drill.study.statistics import Statistics
from drill.study.tally import Answer, Facts, answer_on, read_facts
from drill.study.text import one_line
from drill.study.trouble import hardest, misses_by_item, sure_and_wrong

# whoever has more hard items than that begins with these
_LONGEST_LIST = 50
_PROMPT_LENGTH = 100


def statistics_of(desk: Desk) -> Statistics:
    """Return all figures of today."""
    answers, records, pace = counted_answers(desk), records_of(desk), desk.pace()
    days = answers_by_day(answers)
    recall = calibration(islice(reversed(answers), CALIBRATION_ANSWERS))
    sure = sure_and_wrong(answers)[:_LONGEST_LIST]
    rated = rated_answers(answers)
    hard = hardest(records, misses_by_item(answers))[:_LONGEST_LIST]
    return Statistics(
        day=desk.today,
        interview=desk.settings.interview,
        answers=len(answers),
        streak=streak_over(desk, days.__contains__),
        pace=pace,
        measured=recall[0] if recall else None,
        expected=recall[1] if recall else None,
        topics=standings_of(desk, records),
        weeks=weeks_until(desk.today, days),
        loads=_loads(desk, records, pace),
        bins=calibration_bins(answers),
        rated_sure=sum(answer.confidence is not None for answer in answers),
        sure=sure,
        brier=brier(rated),
        sureness=sureness(rated),
        hardest=hard,
        efforts=effort_by_week(answers),
        topic_efforts=effort_by_topic(answers, {row.id: row.topic for row in desk.library.rows}),
        prompts=_prompts(desk, {*(miss.item for miss in sure), *(one.item for one in hard)}),
    )


def counted_answers(desk: Desk) -> list[Answer]:
    """Return every answer that was not undone, in the journal's order; ContentError for a damaged one."""
    undone, ratings, day_of = undone_answers(desk), _later_ratings(desk), cache(date.fromisoformat)
    kept = [row for row in desk.journal.bodies("answered") if row[0] not in undone]
    ids, days, bodies = zip(*kept, strict=True) if kept else ((), (), ())
    return list(map(answer_on, map(day_of, days), _facts(desk, bodies), map(ratings.get, ids)))


def _facts(desk: Desk, bodies: Iterable[str]) -> list[Facts]:
    try:
        return read_facts(bodies)
    except MsgspecError:
        # one by one they are slower to read, but the damaged one is named
        for _ in desk.journal.entries(tags=("answered",)):
            pass
        raise


def _later_ratings(desk: Desk) -> Mapping[EntryId, Rating]:
    ratings: dict[EntryId, Rating] = {}
    for entry in living(desk.journal.entries(tags=("rerated", "undone"), newest_first=True)):
        if isinstance(entry.body, Rerated):
            ratings.setdefault(entry.body.entry, entry.body.rating)
    return ratings


def _loads(desk: Desk, records: Mapping[ItemId, Record], pace: float) -> list[DayLoad]:
    rows, today = askable(desk, Wishes()), desk.today
    asked = [records[item] for item in rows if item in records]
    known = placed_today(desk).known
    begun = sum(records[item].first_day == today for item in rows if item in records and item not in known)
    unseen = _unseen(rows, records)
    plan = desk.plan(unseen=begun + unseen, pace=pace)
    terms = Terms(
        today=today,
        retention=desk.settings.retention,
        longest=plan.longest_interval,
        unseen=unseen,
        new_a_day=plan.new_a_day,
        new_today=max(0, plan.new_a_day - begun),
        weights=desk.settings.weights,
        interview=desk.settings.interview,
    )
    return forecast(asked, terms)


def _unseen(rows: Mapping[ItemId, Row], records: Mapping[ItemId, Record]) -> int:
    seen = (item for item in rows if item in records)
    return len(rows) - sum(records[item].first_day is not None or records[item].suspended for item in seen)


def _prompts(desk: Desk, items: Iterable[ItemId]) -> dict[ItemId, str]:
    """Return the start of what each item asks; items that no bank holds any more are left out."""
    held = [item for item in items if desk.library.row(item)]
    return {
        item: one_line(desk.library.compiled(item).question.prompt, longest=_PROMPT_LENGTH) for item in held
    }
