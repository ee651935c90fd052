"""Reads the letters a learner types for what is shown: `b`, `2`, `a,c`, `ac`, `b d a c`.

Leaves out what the letters stand for and whether they are right (the kinds).
"""

import unicodedata

from drill.study.question import LETTERS

_DIGITS = "12345678"
_BETWEEN = str.maketrans("", "", " \t\u00a0,;.()[]")


def places(text: str, count: int) -> tuple[int, ...]:
    """Return the places (from 0) that letters or digits name among `count` shown; () when unreadable."""
    typed = unicodedata.normalize("NFKC", text).casefold().strip().translate(_BETWEEN)
    found = tuple(_place(sign, count) for sign in typed)
    return () if -1 in found else found


def _place(sign: str, count: int) -> int:
    return max(LETTERS[:count].find(sign), _DIGITS[:count].find(sign))


def letter(place: int) -> str:
    """Return the letter shown beside a place counted from 0."""
    return LETTERS[place]


def span(count: int) -> str:
    """Return the letters shown as words: `a to d`."""
    return f"{LETTERS[0]} to {LETTERS[count - 1]}"
