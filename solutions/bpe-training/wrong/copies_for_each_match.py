"""Copies the whole list for every match: O(n^2) on a long chunk.

Made by those who write ids[:i] + [new] + ids[i + 2:].
caught by: test_long_chunk_is_no_trap
"""

import re
from collections import Counter
from itertools import pairwise

Pair = tuple[int, int]

CHUNK = re.compile(r" ?\S+|\s+")
BYTES = 256


def bpe_train(text: str, vocab_size: int) -> list[Pair]:
    """Return the merges learned from a text, in order: the i-th makes id 256 + i."""
    repeats = Counter(CHUNK.findall(text))
    chunks = [(list(chunk.encode("utf-8")), times) for chunk, times in repeats.items()]
    merges: list[Pair] = []
    for new_id in range(BYTES, vocab_size):
        counts = count_pairs(chunks)
        best = min(counts, key=lambda pair: (-counts[pair], pair), default=None)
        if best is None or counts[best] < 2:
            break
        merges.append(best)
        chunks = [(merge_pair(ids, best, new_id), times) for ids, times in chunks]
    return merges


def count_pairs(chunks: list[tuple[list[int], int]]) -> Counter[Pair]:
    """Count every adjacent position inside the chunks, each as often as its chunk occurs."""
    counts: Counter[Pair] = Counter()
    for ids, times in chunks:
        for pair in pairwise(ids):
            counts[pair] += times
    return counts


def merge_pair(ids: list[int], pair: Pair, new_id: int) -> list[int]:
    """Return a new list with each occurrence of the pair replaced, from the left and without overlap."""
    merged, i = list(ids), 0
    while i < len(merged) - 1:
        if (merged[i], merged[i + 1]) == pair:
            merged = merged[:i] + [new_id] + merged[i + 2 :]
        i += 1
    return merged
