"""The JSON documents of `drill model list` and `drill model info`.

Leaves out what a model answers (talk_documents.py) and its speed (bench_documents.py).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from pathlib import Path

    from drill.core.infer.model.config import ModelConfig
    from drill.sessions.models.summary import Listed, Summary


class ModelDocument(Struct):
    """One model in ModelsDocument. `state` is ready, gone or broken; without a sound file no numbers."""

    name: str
    path: str
    origin: str
    state: str
    says: str
    family: str | None = None
    parameters: int | None = None
    file_bytes: int | None = None
    quantization: str | None = None

    @classmethod
    def of(cls, listed: "Listed") -> "ModelDocument":
        """Return the document of a listed model."""
        placed, summary = listed.placed, listed.summary
        state = "ready" if summary else "gone" if placed.is_gone else "broken"
        head = cls(placed.name, str(placed.path), placed.origin, state, listed.trouble)
        if summary is not None:
            head.family, head.parameters = summary.config.family, summary.parameters
            head.file_bytes, head.quantization = summary.file_bytes, summary.quantization
        return head


class ModelsDocument(Struct):
    """`drill model list --json`."""

    models: Sequence[ModelDocument]
    version: int = 1


class ModelConfigDocument(Struct):
    """The shape in ModelInfoDocument; `window` is None for full attention."""

    layers: int
    width: int
    heads: int
    kv_heads: int
    head_dim: int
    hidden: int
    vocabulary: int
    context: int
    eps: float
    rope_theta: float
    rope_dims: int
    rope_pairing: str
    rope_scaling: dict[str, float] | None
    qkv_bias: bool
    qk_norm: bool
    tied: bool
    window: int | None

    @classmethod
    def of(cls, config: "ModelConfig") -> "ModelConfigDocument":
        """Return the document of a config."""
        fields = {name: getattr(config, name) for name in cls.__struct_fields__}
        scaling = config.rope_scaling
        return cls(**{**fields, "rope_scaling": None if scaling is None else vars(scaling)})


class ModelFormatDocument(Struct):
    """The tensors of one format in ModelInfoDocument."""

    format: str
    tensors: int
    parameters: int
    bytes: int


class ModelWordsDocument(Struct):
    """The vocabulary in ModelInfoDocument."""

    tokens: int
    pre_tokenizer: str
    bos: int | None
    bos_text: str
    eos: int | None
    eos_text: str
    adds_bos: bool
    chat: str


class ModelInfoDocument(Struct):
    """`drill model info --json`. `formula_parameters` is what `params.dense` of drill.facts gives, or None.

    `token_bytes` are the weights that one decoded token reads; `kv_bytes` what it leaves in the cache, by
    the kind of number that the cache holds.
    """

    path: str
    title: str
    family: str
    config: ModelConfigDocument
    file_bytes: int
    parameters: int
    formula_parameters: int | None
    weight_bytes: int
    token_bytes: int
    kv_bytes: dict[str, int]
    formats: Sequence[ModelFormatDocument]
    words: ModelWordsDocument | None
    license: str | None
    version: int = 1

    @classmethod
    def of(cls, path: "Path", summary: "Summary") -> "ModelInfoDocument":
        """Return the document of a summary."""
        return cls(
            path=str(path),
            title=summary.title,
            family=summary.config.family,
            config=ModelConfigDocument.of(summary.config),
            file_bytes=summary.file_bytes,
            parameters=summary.parameters,
            formula_parameters=summary.formula_parameters,
            weight_bytes=summary.weight_bytes,
            token_bytes=summary.token_bytes,
            kv_bytes=dict(summary.kv_bytes),
            formats=[ModelFormatDocument(*one) for one in summary.formats],
            words=None if summary.words is None else ModelWordsDocument(*summary.words),
            license=summary.license,
        )


MODEL_DOCUMENTS = (ModelsDocument, ModelInfoDocument)
