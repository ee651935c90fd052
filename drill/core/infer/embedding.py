"""Texts to vectors: WordPiece, BERT, the mean over a text's tokens, a length of 1.

Leaves out searching among the vectors (core/vectors) and models that pool in another way.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np

from drill.core.infer.arrays import Floats, Ints
from drill.core.infer.backends.opset import OpSet
from drill.core.infer.model.bert import Bert, load_bert
from drill.core.infer.tokenizer.from_wordpiece import wordpiece_of
from drill.core.infer.tokenizer.wordpiece import WordPiece
from drill.core.infer.weights.open import open_encoder
from drill.core.infer.weights.sentence_folder import Recipe, recipe_of

# tokens of one forward pass: its widest table is three megabytes, and stays in a cache
PACKED = 512
# a shorter vector is taken for one of no direction, as sentence-transformers has it
SHORTEST = 1e-12
Progress = Callable[[int, int], None]


class Embedded(NamedTuple):
    """A vector a text, [n, D], and how many pieces of each did not fit the model and were left out, [n]."""

    vectors: Floats
    cut: Ints


class Embedder(Protocol):
    """What turns texts into vectors; core/vectors/hashing.py has one without a model."""

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""

    @property
    def normalizes(self) -> bool:
        """Whether vectors have a length of 1."""

    def embed(self, texts: Sequence[str], progress: Progress = ...) -> Embedded:
        """Return a vector for each text; `progress` is told how many are done, of how many."""


def _ignore(done: int, total: int) -> None:
    """Tell nobody."""


class TextEmbedder:
    """An encoder with its tokenizer; `dimension` is D."""

    def __init__(self, encoder: Bert, tokenizer: WordPiece, recipe: Recipe) -> None:
        self.dimension = encoder.config.width
        self.normalizes = recipe.normalizes
        self.longest = recipe.longest
        self._encoder = encoder
        self._tokenizer = tokenizer

    def embed(self, texts: Sequence[str], progress: Progress = _ignore) -> Embedded:
        """Return a vector for each text, an empty one included: it has [CLS] and [SEP].

        A vector does not depend on the texts beside it, but for float32's rounding. `progress` is told how
        many texts are done, of how many.
        """
        pieces = [self._tokenizer.encode(text, self.longest) for text in texts]
        vectors = np.empty((len(texts), self.dimension), np.float32)
        done = 0
        for batch in _packed([len(one.ids) for one in pieces]):
            for number, hidden in zip(
                batch, self._encoder.encode([pieces[each].ids for each in batch]), strict=True
            ):
                vectors[number] = hidden.mean(axis=0)
            done += len(batch)
            progress(done, len(texts))
        cut = np.array([one.cut for one in pieces], np.int64)
        return Embedded(_unit(vectors) if self.normalizes else vectors, cut)


def open_embedder(folder: Path, ops: OpSet | None = None) -> TextEmbedder:
    """Open a sentence-transformers folder on an op set, numpy's without one.

    FileError in one line when a file is absent, broken, of another size, or asks for what isn't supported.
    """
    if ops is None:
        from drill.core.infer.backends.numpy_ops import NumpyOps

        ops = NumpyOps()
    checkpoint = open_encoder(folder)
    config = checkpoint.config
    recipe = recipe_of(folder, width=config.width, context=config.context)
    tokenizer = wordpiece_of(folder, rows=config.vocabulary)
    return TextEmbedder(load_bert(checkpoint, ops), tokenizer, recipe)


def _packed(lengths: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield numbers of texts whose tokens together fill one pass; a longer text goes alone."""
    batch: list[int] = []
    room = PACKED
    for number, length in enumerate(lengths):
        if batch and length > room:
            yield batch
            batch, room = [], PACKED
        batch.append(number)
        room -= length
    if batch:
        yield batch


def _unit(vectors: Floats) -> Floats:
    # [n, D] -> [n, D]
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.maximum(lengths, SHORTEST)
