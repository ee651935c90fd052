"""`drill tune`: fit FSRS weights to the journal, and adopt them where they foresee later answers better.

Leaves out the fit and its measures (study/tuning.py).
"""

from typing import NamedTuple

from drill.sessions.desk import Desk
from drill.study.tuning import LEAST_REVIEWS, Trial, samples, trial
from drill.study.weights import write

# what moves the schedule, and what takes such an entry back or changes it
TAGS = ("answered", "submitted", "gave-up", "undone", "rerated")


class Tuned(NamedTuple):
    """The usable reviews; the trial, None where they are too few; whether its weights are in force now."""

    reviews: int
    trial: Trial | None = None
    adopted: bool = False


def tune(desk: Desk, *, adopt: bool) -> Tuned:
    """Try weights fitted to the earlier reviews on the later ones; with `adopt` keep them if they are better.

    What is kept is what was tried: weights that saw the later reviews could not be judged by them.
    """
    reviews = samples(desk.journal.entries(tags=TAGS))
    if len(reviews) < LEAST_REVIEWS:
        return Tuned(len(reviews))
    tried = trial(reviews, desk.settings.weights)
    adopted = adopt and tried.is_better
    if adopted:
        desk.change("weights", write(tried.weights))
    return Tuned(len(reviews), tried, adopted)
