import pytest

from drill.core.errors import InputError
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


def test_too_few_ids() -> None:
    assert len(learn_vocabulary(TEXT, size=257, special=("<s>",)).tokens) == 257
    with pytest.raises(InputError, match="256 ids are too few: the bytes and special tokens take 257"):
        learn_vocabulary(TEXT, size=256, special=("<s>",))
