"""Questions near in meaning to some words: the vectors of all prompts, kept from one search to the next.

Leaves out the search for the words themselves (lookup.py), and which model there is (cli/find.py).
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import numpy as np

from drill.core.errors import FileError
from drill.core.infer.arrays import Ints
from drill.core.infer.embedding import Embedder
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.manifest import Manifest
from drill.core.vectors.versioned import Versions
from drill.study.question import ItemId

# a new value here makes all vectors anew
CHUNKER = "a question's prompt on one line"


def manifest_of(embedder: Embedder, *, model: str, sha256: str) -> Manifest:
    """Return what makes the vectors of prompts."""
    return Manifest(
        model=model,
        sha256=sha256,
        dimension=embedder.dimension,
        normalized=embedder.normalizes,
        chunker=CHUNKER,
    )


def similarities(
    prompts: Mapping[ItemId, str],
    words: str,
    embedder: Embedder,
    kept: tuple[Path, Manifest],
    progress: Callable[[int, int], None],
) -> dict[ItemId, float]:
    """Return the cosine between some words and each prompt.

    `kept` says in which folder vectors are kept, and as made by what. Prompts that are new since the last
    search are embedded, and `progress` is told of them; those that are gone are forgotten.
    """
    index = _current(prompts, embedder, kept, progress)
    found = index.search(embedder.embed([words]).vectors, max(1, len(index)))
    cosines = dict(zip(found.ids[0].tolist(), (1 - found.distances[0]).tolist(), strict=True))
    return {item: cosines[_number(prompt)] for item, prompt in prompts.items()}


def _current(
    prompts: Mapping[ItemId, str],
    embedder: Embedder,
    kept: tuple[Path, Manifest],
    progress: Callable[[int, int], None],
) -> FlatIndex:
    folder, manifest = kept
    versions = Versions(folder)
    index = _kept(versions, manifest)
    # a vector goes by its text: whatever bank a prompt is in, and whatever its question is called
    texts = {_number(prompt): prompt for prompt in prompts.values()}
    held = set(index.all_ids().tolist())
    fresh, gone = sorted(texts.keys() - held), sorted(held - texts.keys())
    if fresh:
        index.add(_ids(fresh), embedder.embed([texts[number] for number in fresh], progress).vectors)
    if gone:
        index.remove(_ids(gone))
    if fresh or gone:
        # a cache that can't be written costs time at the next search, and no answer now
        with suppress(FileError):
            versions.publish(index, manifest)
    return index


def _kept(versions: Versions, manifest: Manifest) -> FlatIndex:
    # absent, damaged or another model's: all is made anew
    with suppress(FileError):
        index = versions.open(manifest)
        if isinstance(index, FlatIndex):
            return index
    return FlatIndex(manifest.dimension, "cosine")


def _number(prompt: str) -> int:
    """Return an id of 63 bits for a text: that two of a million share one has a chance of 1 in 10^7."""
    return int.from_bytes(blake2b(prompt.encode(), digest_size=8).digest(), "little") >> 1


def _ids(numbers: list[int]) -> Ints:
    return np.array(numbers, np.int64)
