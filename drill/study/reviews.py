"""What a day reviews, most urgent first: what is due; in the last days before an interview, what is weak.

Leaves out new items and how many fit (queue.py).
"""

from collections.abc import Iterable, Iterator
from datetime import date

from drill.study.countdown import in_last_days
from drill.study.queue import Candidate, rank_cram, rank_due
from drill.study.record import Record
from drill.study.settings import Settings

Held = Iterable[tuple[Candidate, Record]]


def reviews_on(day: date, held: Held, settings: Settings) -> list[Candidate]:
    """Return the items to review on a study day, each given with its record, their recall filled in.

    What is sure and wrong comes first. The recall is that on the day; in the last days it is that on the
    interview's, where the least likely known comes next and what is likelier known than `retention` rests,
    due or not.
    """
    interview = settings.interview
    if interview is not None and in_last_days(interview, day):
        return rank_cram(_weak(day, interview, held, settings.retention))
    return rank_due(
        told(candidate, record, record.recall_on(day))
        for candidate, record in held
        if record.due is not None and record.due <= day and not record.is_aside
    )


def _weak(day: date, interview: date, held: Held, retention: float) -> Iterator[Candidate]:
    for candidate, record in held:
        # what was answered today has been asked as often as a day asks
        if not record.is_aside and record.last_day is not None and record.last_day < day:
            recall = record.recall_on(interview)
            if recall is not None and recall < retention:
                yield told(candidate, record, recall)


def told(candidate: Candidate, record: Record, recall: float | None) -> Candidate:
    """Return a candidate with what its record says, and its recall on some day."""
    return candidate._replace(
        recall=recall, missed_last=record.missed_last, sure_miss=record.sure_miss is not None
    )
