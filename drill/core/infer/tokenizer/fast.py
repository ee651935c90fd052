"""Ordinary text to ids through tiktoken's compiled encoder, where it gives exactly what regex_bpe.py gives.

Leaves out special tokens: tiktoken picks among those that begin alike by chance, special.py by length.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from itertools import chain, count

import numpy as np

from drill.core.infer.tokenizer.cutting import prepared
from drill.core.infer.tokenizer.patterns import pattern_named
from drill.core.infer.tokenizer.proper import is_complete, is_proper
from drill.core.infer.tokenizer.regex_bpe import RegexBpe, ids_of_text
from drill.core.infer.tokenizer.vocabulary import Vocabulary

Encode = Callable[[str], list[int]]

BYTES = [bytes([value]) for value in range(256)]
# beyond a million characters of white space the compiled pattern runs out of its stack, and panics
LONGEST_SPACE = 250_000


def encoder(vocabulary: Vocabulary) -> Encode:
    """Return the fastest exact `encode_ordinary` for this vocabulary: tiktoken's or, failing that, ours."""
    ranks = tiktoken_ranks(vocabulary)
    return RegexBpe(vocabulary).encode_ordinary if ranks is None else _fast(vocabulary, ranks)


def tiktoken_ranks(vocabulary: Vocabulary) -> dict[bytes, int] | None:
    """Return ranks that are the ids and that merge as the vocabulary says; None when there are no such.

    tiktoken wants all 256 bytes: those that the vocabulary lacks stand beyond its ids.
    """
    ids = ids_of_text(vocabulary)
    ranks = _by_ranks(vocabulary, ids) if vocabulary.merges is None else _by_merges(vocabulary, ids)
    if ranks is not None:
        missing = [byte for byte in BYTES if byte not in ranks]
        ranks.update(zip(missing, count(len(vocabulary.tokens)), strict=False))
    return ranks


def _by_ranks(vocabulary: Vocabulary, ids: Mapping[bytes, int]) -> dict[bytes, int] | None:
    same = all(ids.get(token) == rank for token, rank in vocabulary.ranks.items())
    return dict(vocabulary.ranks) if same else None


def _by_merges(vocabulary: Vocabulary, ids: Mapping[bytes, int]) -> dict[bytes, int] | None:
    """Give ranks to single bytes and to what merges make, and to no other token: only those are reachable."""
    merges = vocabulary.merges or ()
    single = {byte: ids[byte] for byte in BYTES if byte in ids}
    made = {left + right: ids[left + right] for left, right in merges}
    if vocabulary.whole_pieces:
        # a token that no merges lead to would be merged to by its rank
        if len(single) + len(made) < len(ids):
            return None
        if is_complete(merges, ids):
            return {**single, **made}
    if len(made) < len(merges):
        return None
    proper = is_proper(
        np.fromiter(map(ids.__getitem__, chain.from_iterable(merges)), np.int64).reshape(-1, 2),
        np.array(list(made.values()), np.int64),
        single=np.array(list(single.values()), np.int64),
        size=len(vocabulary.tokens),
    )
    return {**single, **made} if proper else None


def _fast(vocabulary: Vocabulary, ranks: dict[bytes, int]) -> Encode:
    from tiktoken import Encoding

    pattern = pattern_named(vocabulary.pattern)
    size = len(vocabulary.tokens)
    compiled = Encoding("drill", pat_str=pattern.regex, mergeable_ranks=ranks, special_tokens={})
    # rarely needed, and it takes as long to build as the compiled one
    plain = cache(lambda: RegexBpe(vocabulary))

    def encode_ordinary(text: str) -> list[int]:
        whole = prepared(text, pattern)
        if _has_endless_space(whole):
            return plain().encode_ordinary(whole)
        ids = compiled.encode_ordinary(whole)
        # a byte that has no id is dropped before merging, and then its neighbors may merge
        return plain().encode_ordinary(whole) if max(ids, default=0) >= size else ids

    return encode_ordinary


def _has_endless_space(text: str) -> bool:
    if len(text) <= LONGEST_SPACE:
        return False
    return any(len(match.group()) > LONGEST_SPACE for match in re.finditer(r"\s+", text))
