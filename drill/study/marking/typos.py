"""Tells a misspelled right answer from another answer.

Leaves out folding (folding.py) and what is then said (short.py).
"""

import re
from collections.abc import Iterable

from drill.study.marking.folding import fold, plain

_SMALL = 3
_LONG = 8
# What no slip of the finger excuses: INT4 for INT8, q for k.
_EXACT = re.compile(r"\d|\b[^\W\d_]\b")


def is_near(text: str, accepted: Iterable[str], others: Iterable[str] = ()) -> bool:
    """Return whether a text is a misspelling of an accepted form, and of none in `others` as well.

    One letter may differ, two from eight letters on (swapped neighbors count one). A form whose words
    all have at most three letters has no misspellings: top-k is none of top-p.
    """
    nearest = min((_distance_to(text, form) for form in accepted), default=None)
    if nearest is None or nearest == 0 or nearest > 2:
        return False
    return all(distance(fold(text), fold(other)) > nearest for other in others)


def _distance_to(text: str, form: str) -> int:
    """Return the distance to a form that the text may be a misspelling of, else 3."""
    if sorted(_EXACT.findall(plain(text))) != sorted(_EXACT.findall(plain(form))):
        return 3
    apart = distance(fold(text), fold(form))
    return apart if apart <= _allowed(form) else 3


def _allowed(form: str) -> int:
    longest = max((len(word) for word in re.findall(r"[^\W\d_]+", plain(form))), default=0)
    letters = sum(sign.isalpha() for sign in form)
    return 0 if longest <= _SMALL else 1 if letters < _LONG else 2


def distance(a: str, b: str) -> int:
    """Return the Damerau-Levenshtein distance (swaps of neighbors), or 3 when it is 3 or more."""
    if abs(len(a) - len(b)) > 2:
        return 3
    older: list[int] = []
    row = list(range(len(b) + 1))
    for i in range(1, len(a) + 1):
        older, row = row, _next_row(a, b, i, row, older)
        if min(row) > 2 and min(older) > 2:
            return 3
    return min(row[-1], 3)


def _next_row(a: str, b: str, i: int, above: list[int], older: list[int]) -> list[int]:
    row = [i]
    for j in range(1, len(b) + 1):
        cost = min(row[j - 1] + 1, above[j] + 1, above[j - 1] + (a[i - 1] != b[j - 1]))
        if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
            cost = min(cost, older[j - 2] + 1)
        row.append(cost)
    return row
