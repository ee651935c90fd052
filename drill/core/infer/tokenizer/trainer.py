"""Learn BPE merges incrementally: after a merge only the words that held the pair are counted again.

Leaves out the rules, which are those of naive_trainer.py, and cutting text into pieces (training.py).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from heapq import heapify, heappop, heappush
from itertools import pairwise

from drill.core.infer.tokenizer.naive_trainer import FIRST_NEW, Pair, merge_ids


class _Counts:
    """The words, how often each pair occurs in them, and where.

    The heap may hold outdated counts, never too low ones: a count that rose was pushed again at once, one
    that fell is corrected when it is popped.
    """

    def __init__(self, pieces: Mapping[bytes, int]) -> None:
        self.words = [list(piece) for piece in pieces]
        self.times = list(pieces.values())
        self.counts: Counter[Pair] = Counter()
        # a word may stay listed after its pair is gone
        self.places: defaultdict[Pair, set[int]] = defaultdict(set)
        for place in range(len(self.words)):
            self._enter(place)
        self.heap = [(-count, pair) for pair, count in self.counts.items()]
        heapify(self.heap)

    def _enter(self, place: int) -> None:
        for pair in pairwise(self.words[place]):
            self.counts[pair] += self.times[place]
            self.places[pair].add(place)

    def best(self, least: int) -> Pair | None:
        """Return the most frequent pair, the smallest of equals; None when none occurs `least` times."""
        while self.heap:
            count, pair = heappop(self.heap)
            now = self.counts[pair]
            if now < least:
                continue
            if now == -count:
                return pair
            heappush(self.heap, (-now, pair))
        return None

    def merge(self, pair: Pair, new: int) -> None:
        """Merge a pair in every word that holds it."""
        touched: set[Pair] = set()
        for place in self.places.pop(pair):
            for old in pairwise(self.words[place]):
                self.counts[old] -= self.times[place]
            self.words[place] = merge_ids(self.words[place], pair, new)
            self._enter(place)
            touched.update(pairwise(self.words[place]))
        for changed in touched:
            heappush(self.heap, (-self.counts[changed], changed))


def train(pieces: Mapping[bytes, int], *, merges: int, least: int = 2) -> list[Pair]:
    """Return the merges that naive_trainer.train_naive returns, sooner."""
    counts = _Counts(pieces)
    learned: list[Pair] = []
    while len(learned) < merges:
        pair = counts.best(least)
        if pair is None:
            break
        counts.merge(pair, FIRST_NEW + len(learned))
        learned.append(pair)
    return learned
