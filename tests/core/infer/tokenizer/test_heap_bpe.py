import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.infer.tokenizer.byte_bpe import merge, rank_by_pair, rank_by_text, single_bytes
from drill.core.infer.tokenizer.heap_bpe import merge_long

pieces = st.text("ab", max_size=24).map(str.encode)
tokens = st.text("ab", min_size=1, max_size=6).map(str.encode)
# any ranks at all, also such as no trainer makes: longer tokens with lower ranks, equal ranks
ranks = st.dictionaries(tokens, st.integers(0, 6), max_size=14)


@settings(max_examples=50, deadline=None)
@given(pieces, ranks)
def test_equals_the_naive_twin_by_text(piece: bytes, ranks: dict[bytes, int]) -> None:
    parts, rank_of = single_bytes(piece), rank_by_text(ranks)
    assert merge_long(parts, rank_of) == merge(parts, rank_of)


@settings(max_examples=50, deadline=None)
@given(pieces, st.lists(st.tuples(tokens, tokens), max_size=14))
def test_equals_the_naive_twin_by_pair(piece: bytes, pairs: list[tuple[bytes, bytes]]) -> None:
    parts, rank_of = single_bytes(piece), rank_by_pair(pairs)
    assert merge_long(parts, rank_of) == merge(parts, rank_of)


@pytest.mark.parametrize("piece", [b"a" * 20_000, b"ab" * 10_000])
def test_look_ups_grow_with_the_length_not_with_its_square(piece: bytes) -> None:
    ranks = {b"a" * 2**power: power for power in range(1, 8)} | {b"ab": 0, b"abab": 9}
    asked = 0

    def rank_of(left: bytes, right: bytes) -> int | None:
        nonlocal asked
        asked += 1
        return ranks.get(left + right)

    assert b"".join(merge_long(single_bytes(piece), rank_of)) == piece
    assert asked < 4 * len(piece)
