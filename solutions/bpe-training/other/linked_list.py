"""BPE training on a linked list, with an index from each pair to its positions and a lazy heap of counts."""

import heapq
import re
from collections import Counter, defaultdict

NONE = -1


def bpe_train(text: str, vocab_size: int) -> list[tuple[int, int]]:
    """Return the merges learned from a text, in order: the i-th (from 0) makes id 256 + i."""
    corpus = _Corpus(Counter(re.findall(r" ?\S+|\s+", text)))
    heap = [(-count, pair) for pair, count in corpus.counts.items()]
    heapq.heapify(heap)

    merges = []
    while heap and len(merges) < vocab_size - 256:
        negative_count, pair = heapq.heappop(heap)
        if corpus.counts[pair] != -negative_count:
            continue  # out of date: the pair was pushed again when its count changed
        if -negative_count < 2:
            break
        for changed in corpus.merge(pair, 256 + len(merges)):
            if corpus.counts[changed] > 0:
                heapq.heappush(heap, (-corpus.counts[changed], changed))
        merges.append(pair)
    return merges


class _Corpus:
    """The distinct chunks one after another; a token is known by the position of its first byte."""

    def __init__(self, chunk_counts: Counter):
        self.ids = []
        self.left = []
        self.right = []
        self.weight = []  # how often the chunk of this position occurs in the text
        self.counts = defaultdict(int)
        self.positions = defaultdict(set)  # of the left token of each occurrence of a pair
        for chunk, count in chunk_counts.items():
            data = chunk.encode("utf-8")
            start, end = len(self.ids), len(self.ids) + len(data)
            self.ids.extend(data)
            self.left.extend([NONE, *range(start, end - 1)])
            self.right.extend([*range(start + 1, end), NONE])
            self.weight.extend([count] * len(data))
        for at in range(len(self.ids)):
            self._count(at, +1)

    def merge(self, pair: tuple[int, int], new_id: int) -> set[tuple[int, int]]:
        """Make the pair one token everywhere, from the left; return the pairs whose counts it touched."""
        touched = set()
        for at in sorted(self.positions[pair]):
            if at not in self.positions[pair]:
                continue  # the occurrence before it, which overlapped, has taken its token
            before, gone = self.left[at], self.right[at]
            after = self.right[gone]
            for place in (before, at, gone):
                touched.add(self._count(place, -1))
            self.ids[at] = new_id
            self.right[at] = after
            if after != NONE:
                self.left[after] = at
            for place in (before, at):
                touched.add(self._count(place, +1))
        touched.discard(None)
        return touched

    def _count(self, at: int, sign: int) -> tuple[int, int] | None:
        """Enter (+1) or strike out (-1) the pair that begins at a position; return it, None if there is none."""
        if at == NONE or self.right[at] == NONE:
            return None
        pair = (self.ids[at], self.ids[self.right[at]])
        self.counts[pair] += sign * self.weight[at]
        if sign > 0:
            self.positions[pair].add(at)
        else:
            self.positions[pair].remove(at)
        return pair


def merge_pair(ids: list[int], pair: tuple[int, int], new_id: int) -> list[int]:
    """Return a new list with each occurrence of the pair replaced by new_id, from the left, without overlap."""
    merged = []
    open_end = False  # whether the last token of `merged` may still become the left half of a pair
    for token in ids:
        if open_end and (merged[-1], token) == tuple(pair):
            merged[-1] = new_id
            open_end = False
        else:
            merged.append(token)
            open_end = True
    return merged
