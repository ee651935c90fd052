from typing import Any

import numpy as np
import pytest

from drill.core.errors import FileError
from drill.core.infer.tokenizer.from_gguf import vocabulary_from_gguf
from drill.core.infer.tokenizer.tokenizer import Tokenizer
from drill.core.infer.tokenizer.vocabulary import Vocabulary

KEY = "tokenizer.ggml."


def metadata(**changes: Any) -> dict[str, Any]:
    """A file's metadata with some keys changed, or left out where the value is None."""
    whole = {
        "model": "gpt2",
        "pre": "smollm",
        "tokens": [text.encode() for text in ("<|end|>", "a", "Ġ", "Ġa", "[PAD]", "<think>")],
        "token_type": np.array([3, 1, 1, 1, 5, 4], np.int32),
        "merges": ["Ġ a".encode()],
        "bos_token_id": 0,
        "eos_token_id": 0,
    }
    return {f"{KEY}{key}": value for key, value in (whole | changes).items() if value is not None}


def test_everything_that_a_file_says() -> None:
    found = vocabulary_from_gguf(metadata() | {"tokenizer.chat_template": "{{ x }}"}, "f")
    assert found == Vocabulary(
        tokens=[b"<|end|>", b"a", b" ", b" a", b"", b"<think>"],
        ranks={b"a": 1, b" ": 2, b" a": 3},
        specials={"<|end|>": 0, "<think>": 5},
        pattern="smollm",
        merges=[(b" ", b"a")],
        bos=0,
        eos=0,
        adds_bos=False,
        chat_template="{{ x }}",
    )


def test_llama_3_merges_in_the_order_of_its_list() -> None:
    tokens = [b"a", b"b", b"c", b"d", b"bc", b"ab", b"abcda"]
    changes = {"pre": "llama-bpe", "tokens": tokens, "token_type": None, "merges": [b"a b", b"b c"]}
    tokenizer = Tokenizer(vocabulary_from_gguf(metadata(**changes), "f"))
    assert tokenizer.encode("abcd") == [5, 2, 3]
    assert tokenizer.encode("abcda") == [6]


def test_what_a_file_leaves_out() -> None:
    bare = metadata(
        token_type=None, bos_token_id=None, eos_token_id=None, tokens=[b"a", b"b", b"ab"], merges=[b"a b"]
    )
    found = vocabulary_from_gguf(bare, "f")
    assert (found.specials, found.bos, found.eos, found.chat_template) == ({}, None, None, None)


def test_llama_3_takes_whole_pieces_and_wants_bos() -> None:
    found = vocabulary_from_gguf(metadata(pre="llama-bpe"), "f")
    assert (found.merges, found.whole_pieces, found.adds_bos) == ([(b" ", b"a")], True, True)
    assert not vocabulary_from_gguf(metadata(), "f").whole_pieces
    assert not vocabulary_from_gguf(metadata(pre="llama-bpe", add_bos_token=False), "f").adds_bos


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"model": "llama"}, "tokenizer.ggml.model is 'llama': only gpt2"),
        ({"model": None}, "tokenizer.ggml.model is None: only gpt2"),
        ({"model": 7}, "tokenizer.ggml.model is no str"),
        ({"pre": "tekken"}, "tokenizer.ggml.pre is 'tekken': only smollm, gpt-2"),
        ({"pre": None}, "tokenizer.ggml.pre is None"),
        ({"tokens": None}, "tokenizer.ggml.tokens is missing or no list of texts"),
        ({"tokens": []}, "tokenizer.ggml.tokens is missing"),
        ({"tokens": ["a"]}, "tokenizer.ggml.tokens is missing or no list of texts"),
        ({"tokens": [b"\xff"]}, "tokenizer.ggml.tokens holds text that isn't UTF-8"),
        ({"tokens": [b"a"]}, "tokenizer.ggml.token_type doesn't match 1 tokens"),
        ({"token_type": "x"}, "tokenizer.ggml.token_type doesn't match 6 tokens"),
        ({"token_type": np.ones(6)}, "tokenizer.ggml.token_type doesn't match 6 tokens"),
        ({"tokens": [b"a", b"a", b"b", b"c", b"d", b"e"]}, "merge 0 doesn't make"),
        ({"tokens": [b"a", b"b", b"b", b"c", b"d", b"e"]}, "token 2 is empty or there twice"),
        (
            {"tokens": [b"a", b"b", b"c d", b"c", b"d", b"e"]},
            "token 2 holds a character that is no byte",
        ),
        ({"merges": None}, "tokenizer.ggml.merges is missing"),
        ({"merges": [b"a"]}, "merge 0 doesn't make a token of two"),
        ({"merges": [b"a <think>"]}, "merge 0 doesn't make a token of two"),
        ({"bos_token_id": 6}, "tokenizer.ggml.bos_token_id is 6, beyond 6 tokens"),
        ({"eos_token_id": -1}, "tokenizer.ggml.eos_token_id is -1, beyond 6 tokens"),
        ({"eos_token_id": "2"}, "tokenizer.ggml.eos_token_id is no int"),
        ({"add_bos_token": 1}, "tokenizer.ggml.add_bos_token is no bool"),
    ],
)
def test_a_broken_or_foreign_file_is_one_line(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(FileError, match=f"^m.gguf: {message}") as raised:
        vocabulary_from_gguf(metadata(**changes), "m.gguf")
    assert "\n" not in str(raised.value)


def test_the_real_model(smollm: Vocabulary) -> None:
    assert (len(smollm.tokens), len(smollm.merges or ()), len(smollm.specials)) == (49152, 48900, 17)
    assert (smollm.bos, smollm.eos, smollm.adds_bos, smollm.pattern) == (1, 2, False, "smollm")
    missing = [value for value in range(256) if bytes([value]) not in smollm.ranks]
    assert missing == [4, 6, 19, 20, 22, 29, 192, 193, 241, 242, *range(245, 256)]
