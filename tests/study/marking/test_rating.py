"""The suggested rating."""

import pytest

from drill.study.journal import Rating
from drill.study.marking import Mark, suggested_rating


@pytest.mark.parametrize(
    ("mark", "tries", "rating"),
    [
        (Mark("wrong", ""), 0, Rating.AGAIN),
        (Mark("wrong", "", score=0.66), 1, Rating.AGAIN),  # part marks are shown, not rated
        (Mark("right", "", score=1), 0, Rating.GOOD),
        (Mark("right", "", score=1), 1, Rating.HARD),  # right after a hint
        (Mark("right", "", score=0.5), 0, Rating.GOOD),
        (Mark("right", "", score=0.75, strong=True), 0, Rating.EASY),
        (Mark("right", "", score=1, strong=True), 1, Rating.HARD),
        (Mark("retry", ""), 0, Rating.AGAIN),  # asked no more, it counts as no answer
    ],
)
def test_rating(mark: Mark, tries: int, rating: Rating) -> None:
    assert suggested_rating(mark, tries) == rating
