"""Byte-level BPE training. Leaves out encoding, special tokens and every trick that makes it fast."""

import re
from collections import Counter
from itertools import pairwise

Pair = tuple[int, int]

CHUNK = re.compile(r" ?\S+|\s+")
BYTES = 256


def bpe_train(text: str, vocab_size: int) -> list[tuple[int, int]]:
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


def merge_pair(ids: list[int], pair: tuple[int, int], new_id: int) -> list[int]:
    """Return a new list with each occurrence of the pair replaced, from the left and without overlap."""
    merged: list[int] = []
    for token in ids:
        # no merge makes new_id part of its own pair, so what was just merged cannot match again
        if merged and (merged[-1], token) == pair:
            merged[-1] = new_id
        else:
            merged.append(token)
    return merged
