"""When an item counts as sure and wrong, and when no more.

Leaves out the list of such items (trouble.py) and whether one was right as often as sure (confidence.py).
"""

from datetime import date

# the answers to "how sure are you?", kept as 1, 2 and 3
ANSWERS = ("a guess", "fairly sure", "sure")
SURE = 3


def is_sure(confidence: int | None) -> bool:
    """Return whether someone was sure of an answer."""
    return confidence is not None and confidence >= SURE


def sure_miss_after(before: date | None, *, day: date, right: bool, confidence: int | None) -> date | None:
    """Return the study day of an item's last miss by someone sure of it, after one more answer.

    None where there was none, or where an answer was right on a later day: one given within the day proves
    nothing, since the explanation was just read.
    """
    if not right:
        return day if is_sure(confidence) else before
    return None if before is not None and day > before else before
