import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.infer.arrays import Ints
from drill.core.infer.tokenizer.byte_bpe import merge, rank_by_pair, rank_by_text, single_bytes
from drill.core.infer.tokenizer.naive_trainer import train_naive
from drill.core.infer.tokenizer.proper import LONGEST_TOKEN, is_complete, is_proper

Pair = tuple[bytes, bytes]
SINGLE = {b"a": 0, b"b": 1, b"c": 2}


def judged(pairs: list[Pair], ids: dict[bytes, int] | None = None) -> bool:
    numbers = ids or {**SINGLE, **{left + right: 3 + place for place, (left, right) in enumerate(pairs)}}
    return is_proper(
        np.array([(numbers[left], numbers[right]) for left, right in pairs], np.int64).reshape(-1, 2),
        np.array([numbers[left + right] for left, right in pairs], np.int64),
        single=np.array(list(SINGLE.values()), np.int64),
        size=3 + len(pairs) + 1,
    )


@st.composite
def merges(draw: st.DrawFn) -> list[Pair]:
    """Merges out of tokens there are, in any order: often improper."""
    tokens, pairs = list(SINGLE), []
    for _ in range(draw(st.integers(0, 7))):
        pair = (draw(st.sampled_from(tokens)), draw(st.sampled_from(tokens)))
        if pair[0] + pair[1] not in tokens:
            pairs.append(pair)
            tokens.append(pair[0] + pair[1])
    return pairs


@settings(max_examples=50, deadline=None)
@given(merges(), st.lists(st.text("abc", max_size=16), max_size=8))
def test_by_proper_merges_both_rules_give_the_same(pairs: list[Pair], texts: list[str]) -> None:
    if judged(pairs):
        ranks = {left + right: place for place, (left, right) in enumerate(pairs)}
        for text in (*texts, *(token.decode() for token in ranks)):
            parts = single_bytes(text.encode())
            assert merge(parts, rank_by_pair(pairs)) == merge(parts, rank_by_text(ranks))


@settings(max_examples=50, deadline=None)
@given(merges())
def test_proper_is_when_every_token_leads_to_its_own_two_parts(pairs: list[Pair]) -> None:
    def leads(place: int) -> bool:
        left, right = pairs[place]
        return merge(single_bytes(left + right), rank_by_pair(pairs[:place])) == [left, right]

    assert judged(pairs) == all(leads(place) for place in range(len(pairs)))


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.binary(min_size=1, max_size=12), st.integers(1, 4), max_size=6))
def test_learned_merges_are_proper(pieces: dict[bytes, int]) -> None:
    learned = train_naive(pieces, merges=12)
    pairs: Ints = np.array(learned, np.int64).reshape(-1, 2)
    made = np.arange(256, 256 + len(learned))
    assert is_proper(pairs, made, single=np.arange(256), size=256 + len(learned))


@st.composite
def complete(draw: st.DrawFn) -> tuple[list[Pair], dict[bytes, int]]:
    """Tokens with ids in any order, and every way to make each of two, in the order of the ids."""
    words = draw(st.sets(st.text("abc", min_size=2, max_size=6), max_size=10))
    tokens = [token.encode() for token in draw(st.permutations([*"abc", *sorted(words)]))]
    ways = [(token[:at], token[at:]) for token in tokens for at in range(1, len(token))]
    return [way for way in ways if set(way) <= set(tokens)], {token: n for n, token in enumerate(tokens)}


@settings(max_examples=200, deadline=None)
@given(complete(), st.lists(st.text("abc", max_size=16), max_size=8))
def test_by_complete_merges_both_rules_give_the_same(
    found: tuple[list[Pair], dict[bytes, int]], texts: list[str]
) -> None:
    pairs, ids = found
    assert is_complete(pairs, ids)
    for text in texts:
        parts = single_bytes(text.encode())
        assert merge(parts, rank_by_pair(pairs)) == merge(parts, rank_by_text(ids))


def test_complete_is_every_way_once_in_the_order_of_ids() -> None:
    ids = {b"a": 0, b"aa": 1, b"aaa": 2}
    pairs = [(b"a", b"a"), (b"a", b"aa"), (b"aa", b"a")]
    assert is_complete(pairs, ids)
    assert is_complete([], {})
    assert not is_complete(pairs[:2], ids)
    assert not is_complete([*pairs[:2], pairs[1]], ids)
    assert not is_complete(pairs[::-1], ids)
    long = b"a" * (LONGEST_TOKEN + 1)
    assert not is_complete([], {long: 0})


def test_order_and_parts() -> None:
    pairs = [(b"a", b"b"), (b"ab", b"c")]
    assert judged(pairs)
    assert judged([])
    # ids must rise with the merges
    assert not judged(pairs, {**SINGLE, b"ab": 4, b"abc": 3})
    # a part that is no token yet, and a token that is a single byte already
    assert not judged(pairs[::-1], {**SINGLE, b"abc": 3, b"ab": 4})
    assert not judged(pairs, {**SINGLE, b"ab": 2, b"abc": 3})
