from drill.core.infer.tokenizer.regex_bpe import RegexBpe, ids_of_text
from drill.core.infer.tokenizer.vocabulary import Vocabulary

TOKENS = [b"a", b"b", b"c", b"ab", b"bc", b"abc", b"<x>"]
RANKED = Vocabulary(
    tokens=TOKENS,
    ranks={token: number for number, token in enumerate(TOKENS[:6])},
    specials={"<x>": 6},
    pattern="gpt2",
)


def test_a_piece_that_is_a_token_is_taken_whole_by_ranks_alone() -> None:
    # bc can't be reached by merges: ab goes first
    tokens = [*TOKENS[:5], b"cab"]
    ranked = RANKED._replace(tokens=tokens, ranks={token: n for n, token in enumerate(tokens)}, specials={})
    assert RegexBpe(ranked).encode_ordinary("cab") == [5]
    assert RegexBpe(ranked._replace(merges=[(b"a", b"b")])).encode_ordinary("cab") == [2, 3]


def test_without_merges_any_split_of_a_token_merges() -> None:
    assert RegexBpe(RANKED).encode_ordinary("abcabc") == [5, 5]
    # three parts become one token whose bytes only ranks put together
    merges = [(b"a", b"b"), (b"b", b"c"), (b"a", b"bc")]
    assert RegexBpe(RANKED._replace(merges=merges)).encode_ordinary("abcabc") == [3, 2, 3, 2]


def test_bytes_without_a_token_are_dropped_before_merging() -> None:
    assert RegexBpe(RANKED).encode_ordinary("axb") == [3]
    assert RegexBpe(RANKED).encode_ordinary("é ") == []


def test_merging_never_gives_a_special_token() -> None:
    assert b"<x>" not in ids_of_text(RANKED)
    assert RegexBpe(RANKED).encode_ordinary("a<x>a") == [0, 0]


def test_long_pieces_go_through_the_heap_alike() -> None:
    assert RegexBpe(RANKED).encode_ordinary("abc" * 100) == [5] * 100


def test_only_qwen2_composes() -> None:
    tokens = [bytes([value]) for value in range(256)]
    all_bytes = Vocabulary(
        tokens=tokens, ranks={token: n for n, token in enumerate(tokens)}, specials={}, pattern="qwen2"
    )
    decomposed = "cafe\u0301"
    assert RegexBpe(all_bytes).encode_ordinary(decomposed) == list("café".encode())
    assert RegexBpe(all_bytes._replace(pattern="gpt2")).encode_ordinary(decomposed) == list(
        decomposed.encode()
    )
