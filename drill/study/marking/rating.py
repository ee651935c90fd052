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


def known_at_sight(rating: Rating, level: int) -> tuple[Rating, int]:
    """Return the rating of an answer to a test of what is known, and how many of its intervals it is put off.

    Known at first sight is Easy, and a level is one more interval: who knows hard things unprepared has used
    them and does not owe them to a card. An answer that needed a hint, or was wrong, keeps its rating.
    """
    return (Rating.EASY, level) if rating >= Rating.GOOD else (rating, 1)
