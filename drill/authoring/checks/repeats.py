"""Finds what stands twice in a list.

Leaves out what counts as the same: the caller folds first.
"""

from collections.abc import Iterable, Iterator


def repeats(folded: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Yield (place, place of the first) for each text that equals an earlier one; empty texts are skipped."""
    first: dict[str, int] = {}
    for place, text in enumerate(folded):
        if text and first.setdefault(text, place) != place:
            yield place, first[text]
