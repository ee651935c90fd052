"""Texts that end an answer, found in a stream: what may be the begin of one is held back until it is known.

Leaves out stop tokens, which are ids (generate.py).
"""

from collections.abc import Iterable
from typing import NamedTuple

from drill.core.errors import InputError


class Fed(NamedTuple):
    """Text that may be shown, and whether a stop text came after it."""

    text: str
    stopped: bool


class StopTexts:
    """Looks for the stop texts; the first to be complete ends the answer and is not shown.

    Of two that end at the same character the longer one is cut. How the text falls into pieces changes
    nothing.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = tuple(texts)
        self._held = ""
        if "" in self._texts:
            raise InputError("a stop text is empty: it would end every answer before its first letter")

    def feed(self, piece: str) -> Fed:
        """Take in a piece of text, return what is sure to belong to the answer."""
        text = self._held + piece
        cut = self._first_stop(text)
        if cut is not None:
            self._held = ""
            return Fed(text[:cut], True)
        shown = len(text) - self._begun(text)
        self._held = text[shown:]
        return Fed(text[:shown], False)

    def flush(self) -> str:
        """Return what was held back: at the answer's end it belongs to it."""
        held, self._held = self._held, ""
        return held

    def _first_stop(self, text: str) -> int | None:
        """Return where the stop text begins that is complete first."""
        places = ((text.find(stop), len(stop)) for stop in self._texts)
        found = [(place + length, place) for place, length in places if place >= 0]
        return min(found)[1] if found else None

    def _begun(self, text: str) -> int:
        """Return the length of the longest end of the text that a stop text begins with."""
        longest = max(map(len, self._texts), default=1) - 1
        lengths = range(min(longest, len(text)), 0, -1)
        return next((n for n in lengths if any(s.startswith(text[-n:]) for s in self._texts)), 0)
