from drill.core.infer.tokenizer.byte_bpe import merge, rank_by_pair, rank_by_text, single_bytes


def test_the_lowest_rank_merges_first_wherever_it_stands() -> None:
    # neither from the left (ab first) nor the longest token that fits (abc)
    ranks = {b"ab": 1, b"bc": 0, b"abc": 9}
    assert merge(single_bytes(b"abcd"), rank_by_text(ranks)) == [b"abc", b"d"]
    assert merge(single_bytes(b"abcab"), rank_by_text({b"ab": 1, b"bc": 0})) == [b"a", b"bc", b"ab"]


def test_ties_go_to_the_left() -> None:
    assert merge(single_bytes(b"aaa"), rank_by_text({b"aa": 0})) == [b"aa", b"a"]
    assert merge(single_bytes(b"aaaaa"), rank_by_text({b"aa": 0, b"aaa": 1})) == [b"aa", b"aaa"]


def test_a_pair_is_one_split_of_its_token() -> None:
    pairs = [(b"a", b"b"), (b"b", b"c"), (b"a", b"bc")]
    # ab is made first, and ab + c is not a pair, though its text is a token
    assert merge(single_bytes(b"abc"), rank_by_pair(pairs)) == [b"ab", b"c"]
    assert merge(single_bytes(b"abc"), rank_by_text({b"ab": 0, b"bc": 1, b"abc": 2})) == [b"abc"]


def test_nothing_to_merge() -> None:
    assert merge([], rank_by_text({})) == []
    assert merge([b"a"], rank_by_text({b"a": 0})) == [b"a"]
    assert single_bytes("é".encode()) == [b"\xc3", b"\xa9"]
