"""Texts to vectors without a model: words and their trigrams, each thrown to a place and a sign by its hash.

Nearness is shared spelling, no more: for tests, and for machines that have no model. Leaves out meaning.
"""

import re
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from unicodedata import normalize

import numpy as np

from drill.core.infer.embedding import Embedded, Progress
from drill.core.infer.tokenizer.cutting import well_formed
from drill.core.vectors.checks import check_at_least
from drill.core.vectors.metrics import normalized

WORD = re.compile(r"\w+")
# a word counts once, all its trigrams together as much again
TRIGRAM = 3


class HashingEmbedder:
    """The same vectors on every machine, in every run; `dimension` numbers each."""

    normalizes = True

    def __init__(self, dimension: int = 384) -> None:
        """InputError unless dimension >= 1."""
        self.dimension = check_at_least("dimension", dimension, 1)

    def embed(self, texts: Sequence[str], progress: Progress = lambda done, total: None) -> Embedded:
        """Return a vector of length 1 for each text, zeros for one without words."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for number, text in enumerate(texts):
            for feature, weight in _features(text):
                place, sign = self._thrown(feature)
                vectors[number, place] += sign * weight
            progress(number + 1, len(texts))
        return Embedded(normalized(vectors), np.zeros(len(texts), np.int64))

    @property
    def digest(self) -> str:
        """What stands for the sha256 of a model's weights in a manifest."""
        return blake2b(f"hashing 1 {self.dimension}".encode(), digest_size=32).hexdigest()

    def _thrown(self, feature: str) -> tuple[int, float]:
        number = int.from_bytes(blake2b(feature.encode(), digest_size=8).digest(), "little")
        # the lowest bit is the sign: features that share a place cancel as often as they add
        return (number >> 1) % self.dimension, 1.0 if number & 1 else -1.0


def _features(text: str) -> Iterator[tuple[str, float]]:
    for word in WORD.findall(normalize("NFKC", well_formed(text)).casefold()):
        framed = f"<{word}>"
        trigrams = [framed[at : at + TRIGRAM] for at in range(len(framed) - TRIGRAM + 1)]
        yield framed, 1.0
        for trigram in trigrams:
            yield trigram, 1 / len(trigrams)
