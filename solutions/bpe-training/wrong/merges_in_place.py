"""Writes into the list it was given, and each deletion moves the whole rest.

Made by those who delete while they walk: right answers, O(n^2), and a caller whose list has changed.
caught by: test_input_is_not_changed, test_long_chunk_is_no_trap
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
    i = 0
    while i < len(ids) - 1:
        if (ids[i], ids[i + 1]) == pair:
            ids[i : i + 2] = [new_id]
        i += 1
    return ids
