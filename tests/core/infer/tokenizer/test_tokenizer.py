from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drill.core.errors import InputError
from drill.core.infer.tokenizer.cutting import well_formed
from drill.core.infer.tokenizer.tokenizer import Tokenizer
from drill.core.infer.tokenizer.vocabulary import Vocabulary

TokenizerOf = Callable[[str], Tokenizer]


@pytest.fixture(scope="module")
def tokenizer(small: Vocabulary) -> Tokenizer:
    return Tokenizer(small)


def test_text_without_special_tokens(tokenizer: Tokenizer) -> None:
    text = "the newest mat"
    ids = tokenizer.encode(text)
    assert len(ids) < len(text)
    assert tokenizer.decode(ids) == text
    assert tokenizer.encode("") == []


def test_special_text(tokenizer: Tokenizer) -> None:
    end, longer = tokenizer.special("<|end|>"), tokenizer.special("<|end|>s")
    with pytest.raises(InputError, match="holds the special token"):
        tokenizer.encode("the <|end|>")
    assert tokenizer.encode("<|end|>s<|end|>", allowed_special="all") == [longer, end]
    assert tokenizer.decode([longer, end]) == "<|end|>s<|end|>"
    plain = tokenizer.encode("<|end|>", others="plain")
    assert plain == tokenizer.encode_ordinary("<|end|>")
    assert not {end, longer} & set(plain)


@given(text=st.text(st.characters(exclude_categories=())))
def test_any_text_at_all_comes_back(tokenizer: Tokenizer, text: str) -> None:
    assert tokenizer.decode(tokenizer.encode(text, others="plain")) == well_formed(text)


def test_composed_and_decomposed_text_stay_different(tokenizer_of: TokenizerOf) -> None:
    tokenizer = tokenizer_of("cl100k")
    assert [len(tokenizer.encode(text)) for text in ("café", "cafe\u0301")] == [2, 3]


@pytest.mark.parametrize("number", [-1, 400, 10**9])
def test_ids_that_do_not_exist(tokenizer: Tokenizer, number: int) -> None:
    assert tokenizer.size <= 400
    with pytest.raises(InputError, match=f"token id {number} is not in the vocabulary: ids go from 0 to"):
        tokenizer.decode([0, number])


def test_an_id_that_stands_for_no_text(tokenizer_of: TokenizerOf) -> None:
    tokenizer = tokenizer_of("cl100k")
    assert tokenizer.token(100_256) == b""
    assert tokenizer.decode([100_256, 9906]) == "Hello"


def test_rows_that_pad_the_table_are_of_no_token(tokenizer: Tokenizer) -> None:
    size = tokenizer.size
    assert tokenizer.real(size) is None
    beyond = tokenizer.real(size + 3)
    assert beyond is not None
    assert beyond.tolist() == [True] * size + [False] * 3
    # a Hugging Face folder's padding is in its vocabulary, without text
    tokens = [*tokenizer.vocabulary.tokens, b"", b""]
    inside = Tokenizer(tokenizer.vocabulary._replace(tokens=tokens)).real(size + 3)
    assert inside is not None
    assert inside.tolist() == beyond.tolist()


def test_bytes_are_text_only_when_whole(tokenizer: Tokenizer) -> None:
    ids = tokenizer.encode("é")
    assert tokenizer.decode_bytes(ids) == "é".encode()
    assert tokenizer.decode(ids[:1]) == tokenizer.token_text(ids[0]) == "\ufffd"


def test_prompts_get_bos_where_the_model_expects_it(small: Vocabulary) -> None:
    end = small.specials["<|end|>"]
    with_bos = Tokenizer(small._replace(bos=end, adds_bos=True))
    assert with_bos.encode_prompt("the") == [end, *with_bos.encode("the")]
    assert with_bos.encode_prompt("<|end|>").count(end) == 1
    assert Tokenizer(small._replace(bos=end)).encode_prompt("the") == with_bos.encode("the")
    assert Tokenizer(small._replace(adds_bos=True)).encode_prompt("the") == with_bos.encode("the")


def test_an_unknown_special_token(tokenizer: Tokenizer) -> None:
    with pytest.raises(InputError, match="no special token '<eos>'"):
        tokenizer.special("<eos>")
