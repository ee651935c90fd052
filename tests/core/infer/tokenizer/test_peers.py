"""The same ids as tiktoken and Hugging Face's tokenizers, text by text."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from drill.core.infer.tokenizer.regex_bpe import RegexBpe
from drill.core.infer.tokenizer.tokenizer import Tokenizer

NAMES = ("cl100k", "o200k", "smollm")
# lines are encoded together, which is faster than one by one, and apart only where something differs
TOGETHER = 512

Encode = Callable[[str], Sequence[int]]
TokenizerOf = Callable[[str], Tokenizer]
Settled = Callable[[Sequence[str]], list[str]]


def assert_equal_on(texts: Sequence[str], ours: Encode, theirs: Encode) -> None:
    for start in range(0, len(texts), TOGETHER):
        joined = "".join(texts[start : start + TOGETHER])
        if list(ours(joined)) != list(theirs(joined)):
            for text in texts[start : start + TOGETHER]:
                assert list(ours(text)) == list(theirs(text)), repr(text)
            pytest.fail(f"the texts from {start} on differ only together")


@pytest.fixture(scope="module", params=["cl100k", "o200k"])
def with_tiktoken(request: pytest.FixtureRequest) -> tuple[Tokenizer, Encode]:
    """Our tokenizer and tiktoken's own definition of the same vocabulary, with tiktoken's own pattern."""
    import tiktoken
    import tiktoken_ext.openai_public as definitions

    ours: Tokenizer = request.getfixturevalue("tokenizer_of")(request.param)
    with pytest.MonkeyPatch.context() as patch:
        # the definition downloads its ranks
        patch.setattr(definitions, "load_tiktoken_bpe", lambda *_, **__: dict(ours.vocabulary.ranks))
        theirs = tiktoken.Encoding(**getattr(definitions, f"{request.param}_base")())
    assert theirs.n_vocab == ours.size
    assert theirs._special_tokens == ours.vocabulary.specials
    return ours, theirs.encode_ordinary


def test_tiktoken(
    with_tiktoken: tuple[Tokenizer, Encode], mixed: str, random_texts: list[str], code_points: list[str]
) -> None:
    ours, theirs = with_tiktoken
    assert_equal_on([mixed], ours.encode_ordinary, theirs)
    assert_equal_on(code_points, ours.encode_ordinary, theirs)
    for text in random_texts:
        assert ours.encode_ordinary(text) == theirs(text)


@pytest.mark.parametrize("text", ["a" * 200_000, "^" * 200_000, " " * 200_000 + "x", "ab" * 100_000])
def test_tiktoken_on_one_long_word(with_tiktoken: tuple[Tokenizer, Encode], text: str) -> None:
    ours, theirs = with_tiktoken
    assert ours.encode_ordinary(text) == theirs(text)


@pytest.mark.parametrize("name", NAMES)
def test_the_clear_twin(
    name: str,
    tokenizer_of: TokenizerOf,
    settled: Settled,
    mixed: str,
    random_texts: list[str],
    code_points: list[str],
) -> None:
    ours = tokenizer_of(name)
    twin = RegexBpe(ours.vocabulary)
    assert_equal_on([mixed, *settled(code_points)], ours.encode_ordinary, twin.encode_ordinary)
    for text in settled(random_texts):
        assert ours.encode_ordinary(text) == twin.encode_ordinary(text)


@pytest.mark.parametrize("name", NAMES)
def test_decoding_gives_the_text_back(
    name: str, tokenizer_of: TokenizerOf, mixed: str, random_texts: list[str]
) -> None:
    tokenizer = tokenizer_of(name)
    known = {byte for byte in range(256) if bytes([byte]) in tokenizer.vocabulary.ranks}
    for text in [mixed, *random_texts]:
        decoded = tokenizer.decode_bytes(tokenizer.encode_ordinary(text))
        assert decoded == bytes(byte for byte in text.encode() if byte in known)


@pytest.fixture(scope="module")
def hugging_face(model_file: Path) -> Any:
    """SmolLM2's vocabulary in Hugging Face's library, with the steps of its tokenizer.json."""
    tokenizers = pytest.importorskip("tokenizers")
    from drill.core.infer.weights.gguf import read_gguf

    metadata = read_gguf(model_file).metadata

    def texts(key: str) -> list[bytes]:
        found = metadata[f"tokenizer.ggml.{key}"]
        assert isinstance(found, list)
        return found

    tokens = [token.decode() for token in texts("tokens")]
    merges = [tuple(line.decode().split(" ")) for line in texts("merges")]
    theirs = tokenizers.Tokenizer(
        tokenizers.models.BPE(vocab={t: n for n, t in enumerate(tokens)}, merges=merges)
    )
    steps = tokenizers.pre_tokenizers
    theirs.pre_tokenizer = steps.Sequence(
        [steps.Digits(individual_digits=True), steps.ByteLevel(add_prefix_space=False)]
    )
    return theirs


def test_hugging_face(
    tokenizer_of: TokenizerOf,
    hugging_face: Any,
    settled: Settled,
    mixed: str,
    random_texts: list[str],
    code_points: list[str],
) -> None:
    ours = tokenizer_of("smollm")

    def theirs(text: str) -> Sequence[int]:
        ids: Sequence[int] = hugging_face.encode(text).ids
        return ids

    assert_equal_on([mixed, *settled(code_points)], ours.encode_ordinary, theirs)
    for text in settled(random_texts):
        assert ours.encode_ordinary(text) == theirs(text)


def test_hugging_face_drops_bytes_without_a_token_before_merging(
    tokenizer_of: TokenizerOf, hugging_face: Any
) -> None:
    encode = tokenizer_of("smollm").encode_ordinary
    assert encode("!\x04!") == hugging_face.encode("!\x04!").ids == encode("!!")
