"""Special tokens: text such as <|im_end|> that is one id, and only where the caller allows it.

Leaves out the text between them (regex_bpe.py). Text of a user must never become a control token by itself.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Literal

from drill.core.errors import InputError

Allowed = Collection[str] | Literal["all"]
# what becomes of special text that isn't allowed: an error, or ordinary text like any other
Others = Literal["refuse", "plain"]


def any_of(texts: Iterable[str]) -> re.Pattern[str]:
    """Return an expression for the leftmost of these texts, the longest where one begins with another."""
    longest_first = sorted(texts, key=len, reverse=True)
    # without texts it must match nothing, not the empty text
    return re.compile("|".join(map(re.escape, longest_first)) or r"(?!)")


class Specials:
    """The special tokens of one vocabulary; `ids` maps their text to ids."""

    def __init__(self, ids: Mapping[str, int]) -> None:
        self.ids = ids
        self._all = any_of(ids)

    def split(self, text: str, *, allowed: Allowed = (), others: Others = "refuse") -> Iterator[str | int]:
        """Yield ids of allowed special tokens and the ordinary text between them, in order.

        InputError for an allowed text that is no special token, and for special text that isn't allowed
        unless `others` is "plain".
        """
        chosen = self._chosen(allowed)
        expression = self._all if len(chosen) == len(self.ids) else any_of(chosen)
        start = 0
        for match in expression.finditer(text):
            yield from self._ordinary(text[start : match.start()], others)
            yield self.ids[match.group()]
            start = match.end()
        yield from self._ordinary(text[start:], others)

    def _chosen(self, allowed: Allowed) -> Collection[str]:
        if allowed == "all":
            return self.ids.keys()
        unknown = sorted(set(allowed) - self.ids.keys())
        if unknown:
            raise InputError(
                f"{unknown[0]!r} is no special token of this vocabulary: leave it out of the allowed"
            )
        return set(allowed)

    def _ordinary(self, text: str, others: Others) -> Iterator[str]:
        found = self._all.search(text) if others == "refuse" else None
        if found:
            raise InputError(
                f"the text holds the special token {found.group()!r}: allow it, or encode it as plain text"
            )
        if text:
            yield text
