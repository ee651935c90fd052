"""Learn BPE merges by counting every pair again after each merge: slow and obviously right.

Leaves out speed: trainer.py learns the same merges, one for one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

Pair = tuple[int, int]

FIRST_NEW = 256


def merge_ids(ids: Sequence[int], pair: Pair, new: int) -> list[int]:
    """Replace each occurrence of a pair, from the left and without overlap: a a a becomes new a."""
    merged: list[int] = []
    at = 0
    while at < len(ids):
        found = tuple(ids[at : at + 2]) == pair
        merged.append(new if found else ids[at])
        at += 2 if found else 1
    return merged


def count_pairs(words: Mapping[tuple[int, ...], int]) -> Counter[Pair]:
    """Count every adjacent position, each as often as its word occurs; a a a a holds (a, a) three times."""
    counts: Counter[Pair] = Counter()
    for ids, times in words.items():
        for pair in pairwise(ids):
            counts[pair] += times
    return counts


def train_naive(pieces: Mapping[bytes, int], *, merges: int, least: int = 2) -> list[Pair]:
    """Return up to `merges` merges, in order; the i-th makes id 256 + i out of bytes and earlier ids.

    `pieces` says how often each piece of the text occurs; pairs lie inside pieces only. The highest count
    wins, among equal counts the smallest pair of ids: so the order of the pieces never matters. Training ends
    early when no pair occurs `least` times.
    """
    words = Counter({tuple(piece): times for piece, times in pieces.items()})
    learned: list[Pair] = []
    while len(learned) < merges:
        counts = count_pairs(words)
        best = min(counts, key=lambda pair: (-counts[pair], pair), default=None)
        if best is None or counts[best] < least:
            break
        new = FIRST_NEW + len(learned)
        words = Counter({tuple(merge_ids(ids, best, new)): times for ids, times in words.items()})
        learned.append(best)
    return learned
