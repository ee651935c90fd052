"""What came of marking one answer, whatever its kind.

Leaves out how each kind is marked (a file each) and what the schedule makes of it (rating.py).
"""

from typing import Literal

from msgspec import Struct

from drill.study.text import one_line

LONGEST = 1000  # characters of a line; a `why` is shorter
Verdict = Literal["right", "wrong", "retry"]


class Mark(Struct, frozen=True):
    """A verdict and what to tell the learner about it.

    `score` runs from 0 to 1. `says` is one line. `answer` is the right answer as it could be typed, empty
    on a retry so that a hint gives nothing away. `picked` holds the bank indexes of the options, steps or
    key points picked. `strong` marks an open answer that said all key points but one, or all; `helped` a
    retry whose hint told the learner something about the answer.
    """

    verdict: Verdict
    says: str
    score: float = 0.0
    answer: str = ""
    picked: tuple[int, ...] = ()
    misconception: str = ""
    strong: bool = False
    helped: bool = False


def right(answer: str, *, says: str = "right", picked: tuple[int, ...] = ()) -> Mark:
    """Return the mark of a fully right answer."""
    return Mark(verdict="right", says=line_of(says), score=1.0, answer=answer, picked=picked)


def wrong(
    answer: str,
    *,
    says: str,
    score: float = 0.0,
    picked: tuple[int, ...] = (),
    misconception: str = "",
) -> Mark:
    """Return the mark of a wrong answer; `score` from 0 to 1 is its part mark."""
    return Mark("wrong", line_of(says), score, answer, picked, misconception)


def retry(says: str, *, helped: bool = False) -> Mark:
    """Return the mark that asks once more and says why."""
    return Mark(verdict="retry", says=line_of(says), helped=helped)


def line_of(says: str) -> str:
    """Return what a mark says as one line without codes that steer a terminal (it may quote the answer)."""
    return one_line(says, longest=LONGEST)
