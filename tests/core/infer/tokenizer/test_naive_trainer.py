from itertools import permutations

from drill.core.infer.tokenizer.naive_trainer import merge_ids, train_naive


def test_by_hand() -> None:
    # (e, e) and (e, s) twice each: the smaller pair goes first
    assert train_naive({b"sees": 1, b" trees": 1}, merges=44) == [(101, 101), (256, 115)]


def test_equal_counts_whatever_the_order_of_the_pieces() -> None:
    pieces = [b"xy", b"zw", b"xyzw", b"zwxy"]
    learned = {tuple(train_naive(dict.fromkeys(order, 1), merges=9)) for order in permutations(pieces)}
    assert learned == {((120, 121), (122, 119))}


def test_overlapping_positions_all_count() -> None:
    # a a three times in aaaa beats x y twice; merging is without overlap all the same
    assert train_naive({b"aaaa": 1, b"xyxy": 1}, merges=1) == [(97, 97)]
    assert train_naive({b"aaa": 1, b"xyxyxy": 1}, merges=1) == [(120, 121)]
    assert merge_ids([97, 97, 97], (97, 97), 256) == [256, 97]
    assert merge_ids([97] * 4, (97, 97), 256) == [256, 256]


def test_a_piece_counts_as_often_as_it_occurs() -> None:
    assert train_naive({b"ab": 5, b"cdcd": 2}, merges=1) == [(97, 98)]


def test_the_end() -> None:
    assert train_naive({b"abc": 1}, merges=9) == []
    assert train_naive({b"abc": 1}, merges=9, least=1) == [(97, 98), (256, 99)]
    assert train_naive({b"abab": 1}, merges=0) == []
    assert train_naive({}, merges=9) == train_naive({b"": 3, b"a": 3}, merges=9) == []
