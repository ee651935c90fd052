"""Byte-level BPE in its plainest form: look at every pair of neighbors, merge the lowest rank, look again.

Leaves out cutting text into pieces (regex_bpe.py) and long pieces: heap_bpe.py gives the same parts faster.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

# the priority of merging two neighbors, lower first; None: they never merge
Ranking = Callable[[bytes, bytes], int | None]


def rank_by_text(ranks: Mapping[bytes, int]) -> Ranking:
    """Rank a pair by the token that it would make, however it is split: tiktoken's way."""
    return lambda left, right: ranks.get(left + right)


def rank_by_pair(merges: Iterable[tuple[bytes, bytes]]) -> Ranking:
    """Rank a pair by its place in the list of merges: another split of the same token doesn't merge."""
    places = {pair: place for place, pair in enumerate(merges)}
    return lambda left, right: places.get((left, right))


def single_bytes(piece: bytes) -> list[bytes]:
    """Return the bytes of a piece, each as a part of its own."""
    return [piece[at : at + 1] for at in range(len(piece))]


def merge(parts: Sequence[bytes], rank_of: Ranking) -> list[bytes]:
    """Merge neighbors, lowest rank first and leftmost on ties, until no pair has a rank.

    Takes O(n^2) look-ups for n parts.
    """
    merged = list(parts)
    while True:
        ranked = [
            (rank, at)
            for at, (left, right) in enumerate(pairwise(merged))
            if (rank := rank_of(left, right)) is not None
        ]
        if not ranked:
            return merged
        _, at = min(ranked)
        merged[at : at + 2] = [merged[at] + merged[at + 1]]
