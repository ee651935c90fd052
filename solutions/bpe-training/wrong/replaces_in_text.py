"""Merges by str.replace over the ids written as text: '57 46' is found inside '257 46'.

Made by those who join tokens by spaces, and forget to look at the borders.
caught by: test_merge_compares_whole_ids
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
    text = " ".join(map(str, ids)).replace(f"{pair[0]} {pair[1]}", str(new_id))
    return [int(token) for token in text.split()]
