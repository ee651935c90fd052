import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.infer.tokenizer import fast
from drill.core.infer.tokenizer.fast import encoder, tiktoken_ranks
from drill.core.infer.tokenizer.regex_bpe import RegexBpe
from drill.core.infer.tokenizer.training import learn_vocabulary
from drill.core.infer.tokenizer.vocabulary import Vocabulary

texts = st.text("abc 1\n'sé\x04", max_size=40)


@settings(max_examples=30, deadline=None)
@given(texts, st.lists(texts, max_size=6), st.sampled_from(["gpt2", "smollm", "qwen2", "o200k_base"]))
def test_equals_the_clear_twin(corpus: str, samples: list[str], pattern: str) -> None:
    vocabulary = learn_vocabulary(corpus * 3, size=290, pattern=pattern)
    assert tiktoken_ranks(vocabulary) is not None
    ours, twin = encoder(vocabulary), RegexBpe(vocabulary)
    for text in (corpus, *samples):
        assert ours(text) == twin.encode_ordinary(text)


def test_bytes_that_the_vocabulary_lacks_stand_beyond_its_ids() -> None:
    vocabulary = Vocabulary(
        tokens=[b"a", b"b", b"ab"], ranks={}, specials={}, pattern="gpt2", merges=[(b"a", b"b")]
    )
    ranks = tiktoken_ranks(vocabulary)
    assert ranks is not None
    assert (ranks[b"ab"], len(ranks), max(ranks.values())) == (2, 257, 256)
    assert encoder(vocabulary)("axb ab") == [2, 2]


def test_merges_that_ranks_can_not_follow_go_through_the_twin() -> None:
    tokens = [b"a", b"b", b"c", b"ab", b"bc", b"abc"]
    pairs = [(b"a", b"b"), (b"b", b"c"), (b"a", b"bc")]
    vocabulary = Vocabulary(tokens=tokens, ranks={}, specials={}, pattern="gpt2", merges=pairs)
    assert tiktoken_ranks(vocabulary) is None
    assert encoder(vocabulary)("abc") == [3, 2]
    # the same token made twice
    assert tiktoken_ranks(vocabulary._replace(merges=[*pairs[:2], (b"a", b"bc"), (b"ab", b"c")])) is None


def test_whole_pieces_go_through_tiktoken_where_all_tokens_are_made_by_merges() -> None:
    tokens = [b"a", b"b", b"c", b"ab", b"bc", b"abc"]
    every = [(b"a", b"b"), (b"b", b"c"), (b"a", b"bc"), (b"ab", b"c")]
    whole = Vocabulary(tokens=tokens, ranks={}, specials={}, pattern="gpt2", merges=every, whole_pieces=True)
    assert tiktoken_ranks(whole) is not None
    # one way a token: those of a trainer
    assert tiktoken_ranks(whole._replace(merges=[(b"a", b"b"), (b"b", b"c"), (b"ab", b"c")])) is not None
    out_of_reach = whole._replace(merges=every[:2])
    assert tiktoken_ranks(out_of_reach) is None
    assert encoder(out_of_reach)("abc abcc") == [5, 3, 2, 2]


def test_cl100k_written_as_llama_3_s_file_is(cl100k: Vocabulary, random_texts: list[str]) -> None:
    ids = cl100k.ranks
    ways = [(token[:at], token[at:]) for token in ids for at in range(1, len(token))]
    merges = [way for way in ways if way[0] in ids and way[1] in ids]
    written = cl100k._replace(merges=merges, whole_pieces=True)
    assert len(merges) > 2 * len(ids)
    assert tiktoken_ranks(written) == ids
    twin, encode = RegexBpe(written), encoder(cl100k)
    for text in random_texts[:50]:
        assert twin.encode_ordinary(text) == encode(text)


def test_ranks_that_are_no_ids_go_through_the_twin() -> None:
    vocabulary = Vocabulary(
        tokens=[b"ab", b"a", b"b"], ranks={b"a": 0, b"b": 1, b"ab": 2}, specials={}, pattern="gpt2"
    )
    assert tiktoken_ranks(vocabulary) is None
    assert encoder(vocabulary)("ab a") == [0, 1]


def test_endless_white_space_stays_out_of_the_compiled_pattern(
    small: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fast, "LONGEST_SPACE", 50)
    asked: list[int] = []
    encode_ordinary = RegexBpe.encode_ordinary

    def spy(twin: RegexBpe, text: str) -> list[int]:
        asked.append(len(text))
        return encode_ordinary(twin, text)

    expected = RegexBpe(small).encode_ordinary(" " * 51 + "a")
    monkeypatch.setattr(RegexBpe, "encode_ordinary", spy)
    encode = encoder(small)
    assert encode(" " * 51 + "a") == expected
    assert encode("the " * 100)
    assert encode(" " * 50)
    assert asked == [52]
