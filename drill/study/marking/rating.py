"""Suggests how well an item was remembered, from its mark.

Leaves out what a rating does to the schedule (memory.py); the learner may choose another.
"""

from drill.study.journal import Rating
from drill.study.marking.outcome import Mark


def suggested_rating(mark: Mark, tries: int) -> Rating:
    """Return Again unless right, Hard after `tries` >= 1 hints, Easy for a strong answer, else Good."""
    if mark.verdict != "right":
        return Rating.AGAIN
    if tries >= 1:
        return Rating.HARD
    return Rating.EASY if mark.strong else Rating.GOOD
