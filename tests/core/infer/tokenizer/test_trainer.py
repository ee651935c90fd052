from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.infer.tokenizer.naive_trainer import train_naive
from drill.core.infer.tokenizer.trainer import train

# few letters, so that runs, overlaps and ties are everywhere
words = st.text("ab", max_size=12).map(str.encode)


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(words, st.integers(1, 3), max_size=8), st.integers(0, 20), st.integers(1, 3))
def test_equals_the_naive_twin_merge_for_merge(pieces: dict[bytes, int], merges: int, least: int) -> None:
    assert train(pieces, merges=merges, least=least) == train_naive(pieces, merges=merges, least=least)


def test_runs_of_one_letter() -> None:
    pieces = {b"a" * length: 1 for length in range(1, 40)}
    assert train(pieces, merges=12) == train_naive(pieces, merges=12)


def test_counts_beyond_32_bits() -> None:
    pieces = {b"ab": 3 * 10**9, b"bc": 3 * 10**9 + 1, b"abc": 1}
    assert train(pieces, merges=2) == train_naive(pieces, merges=2) == [(98, 99), (97, 98)]
