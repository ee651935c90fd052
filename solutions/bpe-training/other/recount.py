"""BPE training by recounting all pairs of the distinct chunks before each merge."""

import re
from collections import Counter


def bpe_train(text: str, vocab_size: int) -> list[tuple[int, int]]:
    """Return the merges learned from a text, in order: the i-th (from 0) makes id 256 + i."""
    chunk_counts = Counter(re.findall(r" ?\S+|\s+", text))
    words = [(list(chunk.encode("utf-8")), count) for chunk, count in chunk_counts.items()]

    merges = []
    for new_id in range(256, vocab_size):
        pair_counts = Counter()
        for ids, count in words:
            for pair in zip(ids, ids[1:]):
                pair_counts[pair] += count
        if not pair_counts:
            break
        best = min(pair_counts, key=lambda pair: (-pair_counts[pair], pair))
        if pair_counts[best] < 2:
            break
        merges.append(best)
        words = [(merge_pair(ids, best, new_id), count) for ids, count in words]
    return merges


def merge_pair(ids: list[int], pair: tuple[int, int], new_id: int) -> list[int]:
    """Return a new list with each occurrence of the pair replaced by new_id, from the left, without overlap."""
    first, second = pair
    merged = []
    i = 0
    while i < len(ids):
        if i + 1 < len(ids) and ids[i] == first and ids[i + 1] == second:
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged
