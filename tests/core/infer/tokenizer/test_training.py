from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.errors import InputError
from drill.core.infer.tokenizer.patterns import PATTERNS
from drill.core.infer.tokenizer.regex_bpe import RegexBpe
from drill.core.infer.tokenizer.tokenizer import Tokenizer
from drill.core.infer.tokenizer.training import cut, learn_vocabulary, vocabulary_of

TEXT = "low lower lowest, newer newest; wider " * 4


def test_a_learned_vocabulary_encodes_its_own_text_in_fewer_tokens() -> None:
    tokenizer = Tokenizer(learn_vocabulary(TEXT, size=300, special=("<|end|>",)))
    assert tokenizer.special("<|end|>") == tokenizer.size - 1
    ids = tokenizer.encode(TEXT)
    assert tokenizer.decode(ids) == TEXT
    assert len(ids) < len(TEXT) / 3


def test_tokens_are_numbered_bytes_first_then_merges() -> None:
    found = vocabulary_of([(97, 98), (256, 99)], pattern="gpt2", special=("<s>",))
    assert list(found.tokens[255:]) == [b"\xff", b"ab", b"abc", b"<s>"]
    assert (found.merges, found.specials) == ([(b"a", b"b"), (b"ab", b"c")], {"<s>": 258})


def test_pieces_are_counted() -> None:
    assert cut("a b a b", "gpt2") == {b"a": 1, b" b": 2, b" a": 1}


def test_a_text_is_cut_as_it_is_encoded() -> None:
    assert cut("cafe\u0301", "qwen2") == {"café".encode(): 1}
    assert cut("cafe\u0301", "gpt2") == {b"cafe": 1, "\u0301".encode(): 1}
    assert cut("a\ud800", "gpt2") == {b"a": 1, "\ufffd".encode(): 1}


@settings(max_examples=20, deadline=None)
@given(st.text(st.sampled_from("ae1 \n'\u0301\ud83d\ude00\u1100\u1161é"), max_size=30))
@pytest.mark.parametrize("pattern", sorted(PATTERNS))
def test_what_is_learned_from_are_the_pieces_of_the_encoder(pattern: str, text: str) -> None:
    vocabulary = learn_vocabulary(text, size=300, pattern=pattern)
    pieces = RegexBpe(vocabulary)._cut(text)
    assert cut(text, pattern) == Counter(piece.encode() for piece in pieces)
    assert Tokenizer(vocabulary).decode(Tokenizer(vocabulary).encode(text)) == "".join(pieces)


def test_too_few_ids() -> None:
    assert len(learn_vocabulary(TEXT, size=257, special=("<s>",)).tokens) == 257
    with pytest.raises(InputError, match="256 ids are too few: the bytes and special tokens take 257"):
        learn_vocabulary(TEXT, size=256, special=("<s>",))
