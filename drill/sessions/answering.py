"""One answer: marked, rated, given a due day and put on disk.

Leaves out which item is asked (quiz.py) and how it looks (ui).
"""

from collections.abc import Collection
from datetime import date
from math import isfinite
from typing import NamedTuple

from drill.errors import UsageError
from drill.sessions.desk import Desk
from drill.study.ask import Ask
from drill.study.calendar import days_between
from drill.study.journal import Answered, Entry, EntryId, Rating, Rerated
from drill.study.marking import Mark, mark, mark_open, right_answer, suggested_rating
from drill.study.marking.rating import known_at_sight
from drill.study.memory import Memory, after
from drill.study.question import ItemId, Open, Question
from drill.study.record import Record, living
from drill.study.text import storable


class Given(NamedTuple):
    """What the learner gave: the text, how long it took, and what they said of it.

    `tries` counts the hints that helped. `ticks` and `claims` are the key points and wrong claims ticked in
    an open answer; None leaves the ticking to the suggestion. A `final` answer gets no second try: what
    can't be read is wrong.
    """

    text: str
    seconds: float = 0.0
    tries: int = 0
    confidence: int | None = None
    ticks: Collection[int] | None = None
    claims: Collection[int] = ()
    final: bool = False


class Outcome(NamedTuple):
    """What came of an answer. `entry` and `record` are None for a retry: nothing was put on disk.

    `before` is what the journal said of the item when it was asked.
    """

    mark: Mark
    rating: Rating
    entry: Entry | None = None
    record: Record | None = None
    before: Record = Record()


def judge(question: Question, ask: Ask, given: Given) -> Mark:
    """Return the mark of an answer; an open one by its ticks, where it has any."""
    if isinstance(question, Open) and given.ticks is not None:
        return mark_open(question, given.ticks, given.claims)
    result = mark(question, ask, given.text, tries=1 if given.final else given.tries)
    if result.verdict == "retry" and given.final:
        return Mark("wrong", result.says, answer=right_answer(question, ask))
    return result


def take(  # noqa: PLR0913 - how it was asked, in two words
    desk: Desk,
    question: Question,
    ask: Ask,
    given: Given,
    *,
    longest: int | None,
    asked: EntryId | None = None,
    test: str | None = None,
) -> Outcome:
    """Mark an answer and put it on disk; `longest` interval in days, None leaves the schedule alone.

    An ask handed out under the id `asked` takes one answer: UsageError for another. What a `test` of that
    name asked is put off far when it was known (known_at_sight), and is as new as before when not.
    """
    given = given._replace(text=storable(given.text))
    result = judge(question, ask, given)
    rating = suggested_rating(result, given.tries)
    before = desk.record(ask.item)
    if result.verdict == "retry":
        return Outcome(result, rating, before=before)
    at = desk.stamp()
    rating, times = (rating, 1) if test is None else known_at_sight(rating, question.difficulty)
    due = None
    if longest is not None and not (test is not None and rating is Rating.AGAIN):
        memory = _memory_after(desk, before, rating, day=at.day)
        due = desk.due_after(ask.item, memory, day=at.day, longest=longest, times=times)
    body = Answered(
        ask=ask,
        text=given.text,
        right=result.verdict == "right",
        score=result.score,
        rating=rating,
        seconds=round(given.seconds, 2) if isfinite(given.seconds) and given.seconds > 0 else 0.0,
        due=due,
        expected=before.recall_on(at.day),
        hints=given.tries,
        confidence=given.confidence,
        ticks=result.picked if isinstance(question, Open) else (),
        claims=tuple(given.claims),
        asked=asked,
        test=test,
    )
    entry = desk.write(body, at=at, guard=lambda: _check_unanswered(desk, body))
    return Outcome(result, rating, entry, desk.record(ask.item), before)


def _check_unanswered(desk: Desk, body: Answered) -> None:
    if body.asked is None:
        return
    counted = living(desk.journal.entries(item=body.ask.item, newest_first=True))
    if any(isinstance(earlier.body, Answered) and earlier.body.asked == body.asked for earlier in counted):
        raise UsageError(f"ask `{body.asked}` is answered already; `drill undo` takes the answer back")


def due_for(desk: Desk, item: ItemId, before: Record, rating: Rating, *, day: date, longest: int) -> date:
    """Return the study day on which an item answered on `day` comes back after a rating."""
    return desk.due_after(item, _memory_after(desk, before, rating, day=day), day=day, longest=longest)


def _memory_after(desk: Desk, before: Record, rating: Rating, *, day: date) -> Memory:
    elapsed = 0 if before.last_day is None else days_between(before.last_day, day)
    return after(before.memory, rating, elapsed=elapsed, weights=desk.settings.weights)


def rerate(desk: Desk, outcome: Outcome, rating: Rating, *, longest: int) -> Outcome:
    """Give an answer another rating, and so another due day, reckoned from the day it was answered."""
    entry = outcome.entry
    if entry is None or not isinstance(entry.body, Answered):
        raise ValueError("only an answer on disk can be rated")
    item = entry.body.ask.item
    due = due_for(desk, item, outcome.before, rating, day=entry.stamp.day, longest=longest)
    desk.write(Rerated(entry.id, item, rating, due))
    return outcome._replace(rating=rating, record=desk.record(item))
