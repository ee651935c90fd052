"""Byte-level BPE for long pieces: the same parts as byte_bpe.py, with a heap and links instead of rescans.

Leaves out what the ranks mean (byte_bpe.py). A megabyte of one character takes O(n log n) and no recursion.
"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from drill.core.infer.tokenizer.byte_bpe import Ranking

# a heap entry is one integer, rank above position: it compares faster than a tuple, and in the same order
POSITION_BITS = 40
POSITION = (1 << POSITION_BITS) - 1
NEVER = -1


class _Chain:
    """Parts linked to their neighbors; a part that was merged into its left neighbor is no longer reached."""

    def __init__(self, parts: Sequence[bytes], rank_of: Ranking) -> None:
        count = len(parts)
        self.parts = list(parts)
        self.after = list(range(1, count + 1))
        self.before = list(range(-1, count - 1))
        self.rank_of = rank_of
        # the rank of the pair that starts here, so that an outdated heap entry is known by its rank
        self.ranks = [self._rank(at) for at in range(count)]
        self.heap = [rank << POSITION_BITS | at for at, rank in enumerate(self.ranks) if rank != NEVER]
        heapify(self.heap)

    def _rank(self, at: int) -> int:
        follower = self.after[at]
        if follower == len(self.parts):
            return NEVER
        rank = self.rank_of(self.parts[at], self.parts[follower])
        return NEVER if rank is None else rank

    def _rank_again(self, at: int) -> None:
        rank = self.ranks[at] = self._rank(at)
        if rank != NEVER:
            heappush(self.heap, rank << POSITION_BITS | at)

    def merge_at(self, at: int) -> None:
        """Join the part here with its follower, and rank the two pairs that this changes."""
        gone = self.after[at]
        self.parts[at] += self.parts[gone]
        self.ranks[gone] = NEVER
        follower = self.after[at] = self.after[gone]
        if follower < len(self.parts):
            self.before[follower] = at
        self._rank_again(at)
        if self.before[at] >= 0:
            self._rank_again(self.before[at])

    def remaining(self) -> list[bytes]:
        """Return the parts from left to right."""
        left: list[bytes] = []
        at = 0
        while at < len(self.parts):
            left.append(self.parts[at])
            at = self.after[at]
        return left


def merge_long(parts: Sequence[bytes], rank_of: Ranking) -> list[bytes]:
    """Merge neighbors, lowest rank first and leftmost on ties, until no pair has a rank."""
    chain = _Chain(parts, rank_of)
    while chain.heap:
        entry = heappop(chain.heap)
        at = entry & POSITION
        if chain.ranks[at] == entry >> POSITION_BITS:
            chain.merge_at(at)
    return chain.remaining()
