"""A vocabulary out of the metadata of a GGUF file, of the kind that llama.cpp calls gpt2: byte-level BPE.

Leaves out reading the file (weights/gguf.py) and the other kinds (SentencePiece, WordPiece, ...).
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from drill.core.errors import FileError
from drill.core.infer.tokenizer.byte_level import merges_of, tokens_of
from drill.core.infer.tokenizer.vocabulary import Vocabulary

T = TypeVar("T")

# the file's names for pre-tokenizers, and ours
PATTERN_OF = {
    "smollm": "smollm",
    "gpt-2": "gpt2",
    "gpt2": "gpt2",
    "llama-bpe": "llama-bpe",
    "llama3": "llama-bpe",
    "llama-v3": "llama-bpe",
    "qwen2": "qwen2",
}
# a piece of text that is a token is taken as it is; and a file that says nothing about BOS wants it
WHOLE = "llama-bpe"
NORMAL, UNUSED = 1, 5


def vocabulary_from_gguf(metadata: Mapping[str, Any], where: str) -> Vocabulary:
    """Return the vocabulary; FileError, beginning with `where`, for one that is broken or of another kind.

    Arrays of strings come as lists of UTF-8 bytes, arrays of numbers as numpy arrays.
    """
    pattern = _pattern(metadata, where)
    texts = _texts(metadata, "tokenizer.ggml.tokens", where)
    kinds = _kinds(metadata, len(texts), where)
    known = tokens_of({n: text for n, text in enumerate(texts) if kinds[n] == NORMAL}, where)
    specials = {text: n for n, text in enumerate(texts) if kinds[n] not in (NORMAL, UNUSED) and text}
    tokens = [_bytes(text, kind, known) for text, kind in zip(texts, kinds, strict=True)]
    return Vocabulary(
        tokens=tokens,
        ranks={token: n for n, token in enumerate(tokens) if kinds[n] == NORMAL},
        specials=specials,
        pattern=pattern,
        merges=_merges(metadata, known, where),
        whole_pieces=pattern == WHOLE,
        bos=_id(metadata, "tokenizer.ggml.bos_token_id", len(texts), where),
        eos=_id(metadata, "tokenizer.ggml.eos_token_id", len(texts), where),
        adds_bos=bool(_value(metadata, "tokenizer.ggml.add_bos_token", bool, where, pattern == WHOLE)),
        chat_template=_value(metadata, "tokenizer.chat_template", str, where, None),
    )


def _value(metadata: Mapping[str, Any], key: str, kind: type[T], where: str, default: T | None) -> T | None:
    value = metadata.get(key, default)
    if value is not default and not isinstance(value, kind):
        raise FileError(f"{where}: {key} is no {kind.__name__}: the file is broken, get it again")
    return value


def _pattern(metadata: Mapping[str, Any], where: str) -> str:
    model = _value(metadata, "tokenizer.ggml.model", str, where, None)
    if model != "gpt2":
        raise FileError(f"{where}: tokenizer.ggml.model is {model!r}: only gpt2 (byte-level BPE) is read")
    name = _value(metadata, "tokenizer.ggml.pre", str, where, None)
    if name not in PATTERN_OF:
        raise FileError(f"{where}: tokenizer.ggml.pre is {name!r}: only {', '.join(PATTERN_OF)} are read")
    return PATTERN_OF[name]


def _texts(metadata: Mapping[str, Any], key: str, where: str) -> list[str]:
    raw = metadata.get(key)
    if not isinstance(raw, list) or not raw or not all(isinstance(text, bytes) for text in raw):
        raise FileError(f"{where}: {key} is missing or no list of texts: convert the model again")
    try:
        return [text.decode() for text in raw]
    except UnicodeDecodeError as error:
        raise FileError(
            f"{where}: {key} holds text that isn't UTF-8: the file is broken, get it again"
        ) from error


def _kinds(metadata: Mapping[str, Any], count: int, where: str) -> list[int]:
    """Return the kind of each token; a file without kinds has ordinary tokens only."""
    raw = metadata.get("tokenizer.ggml.token_type")
    if raw is None:
        return [NORMAL] * count
    kinds = raw.tolist() if hasattr(raw, "tolist") else raw
    if not isinstance(kinds, list) or len(kinds) != count or not all(isinstance(kind, int) for kind in kinds):
        raise FileError(
            f"{where}: tokenizer.ggml.token_type doesn't match {count} tokens: convert the model again"
        )
    return kinds


def _bytes(text: str, kind: int, known: Mapping[str, bytes]) -> bytes:
    """Return what a token stands for: special tokens for their name, unused ones for nothing."""
    if kind == NORMAL:
        return known[text]
    return b"" if kind == UNUSED else text.encode()


def _merges(metadata: Mapping[str, Any], known: Mapping[str, bytes], where: str) -> list[tuple[bytes, bytes]]:
    lines = _texts(metadata, "tokenizer.ggml.merges", where)
    return merges_of((line.split(" ") for line in lines), known, where)


def _id(metadata: Mapping[str, Any], key: str, count: int, where: str) -> int | None:
    number = _value(metadata, key, int, where, None)
    if number is not None and not 0 <= number < count:
        raise FileError(
            f"{where}: {key} is {number}, beyond {count} tokens: the file is broken, get it again"
        )
    return number
