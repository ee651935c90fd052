"""What a model file says, in numbers: counts, bytes and vocabulary of an opened checkpoint.

Leaves out showing it, and the weights' values: only headers are read.
"""

from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import NamedTuple

from drill.core.errors import CoreError, InputError
from drill.core.infer.bandwidth import kv_bytes_per_token, weight_bytes
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.tokenizer.templates import ChatMl, template_of
from drill.core.infer.tokenizer.vocabulary import Vocabulary
from drill.core.infer.weights.gguf import read_gguf
from drill.core.infer.weights.open import open_any
from drill.core.infer.weights.shapes import ROPE_FREQS
from drill.core.infer.weights.tensor import Tensor
from drill.facts import params
from drill.sessions.models.shelf import Placed, Shelf
from drill.study.text import one_line

# what the backends keep a key or a value in -> bytes
KV_ELEMENTS: Mapping[str, int] = {"float32": 4, "float16": 2}
_LEAST_SHARE = 0.01


class Format(NamedTuple):
    """All tensors of one format."""

    format: str
    tensors: int
    parameters: int
    bytes: int


class Words(NamedTuple):
    """The vocabulary: `chat` says which template the file has."""

    tokens: int
    pre_tokenizer: str
    bos: int | None
    bos_text: str
    eos: int | None
    eos_text: str
    adds_bos: bool
    chat: str


class Summary(NamedTuple):
    """A model in numbers. `formula_parameters` is None where drill.facts has no formula for the family.

    `token_bytes` are the weights that one decoded token reads, `kv_bytes` the cache that it leaves,
    by KV_ELEMENTS; an embedding model decodes nothing and keeps no cache.
    """

    title: str
    config: ModelConfig
    file_bytes: int
    parameters: int
    formula_parameters: int | None
    weight_bytes: int
    token_bytes: int
    kv_bytes: Mapping[str, int]
    formats: list[Format]
    words: Words | None
    license: str | None

    @property
    def quantization(self) -> str:
        """The formats that hold a share worth naming, the largest first."""
        least = _LEAST_SHARE * self.parameters
        return " + ".join(one.format for one in self.formats if one.parameters >= least)


class Listed(NamedTuple):
    """A model on the shelf, and its summary unless `trouble` says why there is none."""

    placed: Placed
    summary: Summary | None
    trouble: str


def listed(shelf: Shelf) -> list[Listed]:
    """Return all models on the shelf; one that is gone or broken stands there with what is wrong."""
    return [_listed(placed) for placed in shelf.models()]


def _listed(placed: Placed) -> Listed:
    if placed.is_gone:
        return Listed(placed, None, "gone")
    try:
        return Listed(placed, summarize(placed.path), "")
    except CoreError as error:
        return Listed(placed, None, str(error))


def summarize(path: Path) -> Summary:
    """Open a GGUF file or a model's folder and sum it up; FileError of the core when it can't be read."""
    checkpoint = open_any(path)
    config = checkpoint.config
    tensors = [tensor for name, tensor in checkpoint.tensors.items() if name != ROPE_FREQS]
    decodes = config.family != "bert"
    return Summary(
        title=one_line(config.name, longest=80),
        config=config,
        file_bytes=_file_bytes(path),
        parameters=sum(prod(tensor.shape) for tensor in tensors),
        formula_parameters=_by_formula(config),
        weight_bytes=sum(tensor.data.nbytes for tensor in tensors),
        token_bytes=weight_bytes({tensor.name: tensor.data.nbytes for tensor in tensors}) if decodes else 0,
        kv_bytes={
            kind: round(kv_bytes_per_token(config, bytes_per_element=size))
            for kind, size in KV_ELEMENTS.items()
            if decodes
        },
        formats=_formats(tensors),
        words=None if checkpoint.vocabulary is None else _words(checkpoint.vocabulary),
        license=_license(path),
    )


def _file_bytes(path: Path) -> int:
    files = path.glob("*.safetensors") if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files)


def _by_formula(config: ModelConfig) -> int | None:
    if config.family != "llama" or config.qkv_bias:
        return None
    return params.dense(
        layers=config.layers,
        hidden=config.width,
        heads=config.heads,
        kv_heads=config.kv_heads,
        head_dim=config.head_dim,
        mlp_width=config.hidden,
        vocab=config.vocabulary,
        tied=config.tied,
        qk_norm=config.qk_norm,
    )


def _formats(tensors: list[Tensor]) -> list[Format]:
    found: dict[str, Format] = {}
    for tensor in tensors:
        before = found.get(tensor.format, Format(tensor.format, 0, 0, 0))
        found[tensor.format] = Format(
            tensor.format,
            before.tensors + 1,
            before.parameters + prod(tensor.shape),
            before.bytes + tensor.data.nbytes,
        )
    return sorted(found.values(), key=lambda one: -one.parameters)


def _words(vocabulary: Vocabulary) -> Words:
    return Words(
        tokens=len(vocabulary.tokens),
        pre_tokenizer=vocabulary.pattern,
        bos=vocabulary.bos,
        bos_text=_token(vocabulary, vocabulary.bos),
        eos=vocabulary.eos,
        eos_text=_token(vocabulary, vocabulary.eos),
        adds_bos=vocabulary.adds_bos,
        chat=_chat(vocabulary.chat_template),
    )


def _token(vocabulary: Vocabulary, number: int | None) -> str:
    return "" if number is None else one_line(vocabulary.tokens[number].decode(errors="replace"))


def _chat(text: str | None) -> str:
    if text is None:
        return "none"
    try:
        template = template_of(text)
    except InputError:
        return "of its own, not known to drill"
    if not isinstance(template, ChatMl):
        return "Llama 3"
    return "ChatML" if template.default_system is None else "ChatML with a default system turn"


def _license(path: Path) -> str | None:
    """Return what a GGUF file says of its license; a folder's stands in prose, if anywhere."""
    said = None if path.is_dir() else read_gguf(path).metadata.get("general.license")
    return one_line(said) if isinstance(said, str) else None
