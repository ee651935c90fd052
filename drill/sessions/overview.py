"""Reckons the first screen of a day and the last one of a sitting.

Leaves out drawing them (ui).
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from datetime import date, datetime, timedelta

from drill.sessions.agenda import Agenda, Wishes, askable, build_agenda, due_on
from drill.sessions.desk import Desk
from drill.sessions.mocks.days import is_mock_day
from drill.sessions.quiz import Quiz, Tally
from drill.sessions.undoing import undone_answers
from drill.study.calibration import calibration
from drill.study.debrief import is_to_debrief
from drill.study.journal import Answered, Entry, EntryId
from drill.study.mastery import Standing, standing, weakest_and_strongest
from drill.study.overview import Leech, Summary, Today, TopicTally
from drill.study.question import ItemId
from drill.study.queue import fits, portion
from drill.study.record import Record, decode_record, living
from drill.study.roles import TOPICS
from drill.study.streak import streak_length
from drill.study.tally import answer_on

CALIBRATION_ANSWERS = 500
PrimerLine = Callable[[str, str], str | None]


def today_of(desk: Desk, agenda: Agenda) -> Today:
    """Return what the first screen says."""
    weakest, strongest = weakest_and_strongest(standings(desk))
    recall = recent_calibration(desk)
    counts = sorted(agenda.by_topic().items(), key=lambda pair: -pair[1])
    return Today(
        day=desk.today,
        interview_in=agenda.days_left,
        reviews=agenda.reviews,
        new=agenda.new,
        minutes=max(1, round(agenda.seconds / 60)),
        sure_misses=agenda.sure_misses,
        missed=agenda.missed,
        by_topic=counts,
        left_over=agenda.left_over,
        gone=agenda.gone,
        weakest=weakest,
        strongest=strongest,
        streak=streak(desk),
        measured=recall[0] if recall else None,
        expected=recall[1] if recall else None,
        debrief=interview_to_debrief(desk),
        mock=is_mock_day(desk),
    )


def interview_to_debrief(desk: Desk) -> date | None:
    """Return the day of an interview that just was and of which nothing was told yet."""
    interview = desk.settings.interview
    last = next(iter(desk.journal.entries(tags=("debriefed",), newest_first=True, limit=1)), None)
    day = last.stamp.day if last is not None else None
    return interview if is_to_debrief(interview, today=desk.today, last=day) else None


def records_of(desk: Desk) -> dict[ItemId, Record]:
    """Return what the journal says of every item in it."""
    return {snapshot.item: decode_record(snapshot.body) for snapshot in desk.journal.snapshots()}


def standings(desk: Desk) -> list[Standing]:
    """Return every topic's standing tomorrow, in the order of the topics."""
    return standings_of(desk, records_of(desk))


def standings_of(desk: Desk, records: Mapping[ItemId, Record]) -> list[Standing]:
    """Return the standings by records that were read before.

    Tomorrow: within a day recall is near 1 for everything just seen, a miss included.
    """
    tomorrow = desk.today + timedelta(days=1)
    recalls: dict[str, list[float]] = defaultdict(list)
    totals: dict[str, int] = defaultdict(int)
    for row in desk.library.rows:
        if row.pool == "daily":
            totals[row.topic] += 1
            recall = records[row.id].recall_on(tomorrow) if row.id in records else None
            recalls[row.topic] += [] if recall is None else [recall]
    return [standing(topic, recalls[topic], totals[topic]) for topic in in_order(totals)]


def in_order(topics: Collection[str]) -> list[str]:
    """Return topics in the order of the seed, those of other banks behind by name."""
    order: dict[str, int] = {topic: place for place, topic in enumerate(TOPICS)}
    return sorted(topics, key=lambda topic: (order.get(topic, len(order)), topic))


def live_answers(desk: Desk, limit: int) -> list[Entry]:
    """Return the newest answers that were not undone, newest first, among the last `limit` entries."""
    newest_first = desk.journal.entries(tags=("answered", "undone"), newest_first=True, limit=limit)
    return [entry for entry in living(newest_first) if isinstance(entry.body, Answered)]


def recent_calibration(desk: Desk) -> tuple[float, float] | None:
    """Return measured and predicted recall over the newest answers."""
    answers = ((e.body, e.stamp.day) for e in live_answers(desk, CALIBRATION_ANSWERS))
    return calibration(answer_on(day, body) for body, day in answers if isinstance(body, Answered))


def streak(desk: Desk) -> int:
    """Return how many study days in a row have an answer that counts, up to today or yesterday."""
    undone = _undone_by_day(desk)
    return streak_over(desk, lambda day: _has_answer(desk, day, undone))


def streak_over(desk: Desk, has: Callable[[date], bool]) -> int:
    """Return the streak where it is known already which days have an answer that counts."""
    at = desk.stamp()
    return streak_length(at.day, at.at, has=has, instants=lambda day: _instants(desk, day))


def _undone_by_day(desk: Desk) -> dict[date, set[EntryId]]:
    by_day: dict[date, set[EntryId]] = defaultdict(set)
    for entry in map(desk.journal.entry, undone_answers(desk)):
        if entry is not None:
            by_day[entry.stamp.day].add(entry.id)
    return by_day


def _has_answer(desk: Desk, day: date, undone: Mapping[date, Collection[EntryId]]) -> bool:
    if day not in undone:
        return desk.journal.has_day(day, "answered")
    # of one more than were undone, one counts
    answers = desk.journal.entries(tags=("answered",), day=day, limit=len(undone[day]) + 1)
    return any(entry.id not in undone[day] for entry in answers)


def _instants(desk: Desk, day: date) -> list[datetime]:
    # asked for around a missing day alone, so that the undone ones may be looked up again
    undone = undone_answers(desk)
    answers = desk.journal.entries(tags=("answered",), day=day)
    return [entry.stamp.at for entry in answers if entry.id not in undone]


def summary_of(quiz: Quiz, primer_line: PrimerLine) -> Summary:
    """Return what the last screen says; `primer_line` gives a topic's primer paragraph for an outline key."""
    desk, tallies = quiz.desk, quiz.tallies
    tomorrow = desk.today + timedelta(days=1)
    rows, touched = askable(desk, Wishes()), desk.journal.touched()
    pace, gone = desk.pace(), build_agenda(desk).gone
    unseen = sum(item not in touched for item in rows)
    plan = desk.plan(unseen=unseen, pace=pace, day=tomorrow)
    share = portion(
        fits(60 * desk.settings.minutes, seconds_per_answer=pace),
        due=len(due_on(desk, rows, tomorrow)),
        new=min(plan.new_a_day, unseen),
    )
    return Summary(
        answered=len(tallies),
        right=sum(tally.right for tally in tallies),
        seconds=sum(tally.seconds for tally in tallies),
        sure_misses=list(dict.fromkeys(tally.item for tally in tallies if tally.is_sure_miss)),
        topics=_topics(tallies),
        tomorrow_reviews=share.reviews,
        tomorrow_new=share.new,
        tomorrow_minutes=max(1, round(sum(share) * pace / 60)),
        gone=gone,
        leeches=_leeches(quiz, primer_line),
    )


def _topics(tallies: list[Tally]) -> list[TopicTally]:
    by_topic: dict[str, list[Tally]] = defaultdict(list)
    for tally in tallies:
        by_topic[tally.topic].append(tally)
    return [
        TopicTally(
            topic, sum(t.right for t in part), len(part), [t.misconception for t in part if t.misconception]
        )
        for topic, part in by_topic.items()
    ]


def _leeches(quiz: Quiz, primer_line: PrimerLine) -> list[Leech]:
    missed = {tally.item for tally in quiz.tallies if not tally.right}
    leeches = []
    for item in sorted(missed):
        row = quiz.desk.library.row(item)
        if row is not None and quiz.desk.record(item).is_leech:
            leeches.append(Leech(item, primer_line(row.topic, row.outline[0]) or ""))
    return leeches
