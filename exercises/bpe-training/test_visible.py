"""What you may see of the tests: small enough for a debugger."""

from solution import bpe_train, merge_pair


def test_merges_a_pair_wherever_it_stands():
    """Replaces both places where the pair stands."""
    assert merge_pair([1, 2, 3, 1, 2], (1, 2), 256) == [256, 3, 256]


def test_learns_the_most_frequent_pair_first():
    """Learns the pair that stands there most often, then one with the new token."""
    # a b stands there three times; then the new token is followed by c twice
    assert bpe_train("abcxabcyabz", 258) == [(97, 98), (256, 99)]


def test_returns_a_list_of_tuples():
    """Returns plain tuples in a list."""
    merges = bpe_train("abxab", 257)

    assert merges == [(97, 98)]
    assert type(merges) is list
    assert type(merges[0]) is tuple
