"""GGUF metadata and tensors to a model's config: the architectures llama, qwen2, qwen3 and gpt2.

Leaves out reading the file (gguf.py) and the vocabulary (tokenizer/from_gguf.py).
"""

from collections.abc import Mapping

from drill.core.errors import FileError
from drill.core.infer.model.config import LinearScaling, ModelConfig
from drill.core.infer.weights.config_check import checked
from drill.core.infer.weights.fields import Fields
from drill.core.infer.weights.gguf_cursor import Value
from drill.core.infer.weights.tensor import Tensor

ARCHITECTURES = ("llama", "qwen2", "qwen3", "gpt2")


def config_from_gguf(metadata: Mapping[str, Value], tensors: Mapping[str, Tensor], where: str) -> ModelConfig:
    """Return the config; FileError naming the key that is missing, wrong or not supported.

    What GGUF doesn't say is seen from the tensors: the vocabulary's size, tied embeddings, biases of Q, K
    and V, their norms.
    """
    general = Fields(metadata, where)
    architecture = general.text("general.architecture")
    if architecture not in ARCHITECTURES:
        raise FileError(f"{where}: is no {', '.join(ARCHITECTURES)}; use another model")
    if "token_embd.weight" not in tensors:
        raise FileError(f"{where}: has no token_embd.weight; get a complete file")
    fields = Fields(metadata, where, prefix=f"{architecture}.")
    name = general.text("general.name", architecture)
    config = _gpt2(fields, name, tensors) if architecture == "gpt2" else _llama(fields, name, tensors)
    return checked(config, where)


def _gpt2(fields: Fields, name: str, tensors: Mapping[str, Tensor]) -> ModelConfig:
    width, heads = fields.count("embedding_length"), fields.count("attention.head_count")
    return ModelConfig(
        family="gpt2",
        name=name,
        layers=fields.count("block_count"),
        width=width,
        heads=heads,
        kv_heads=heads,
        head_dim=width // heads,
        hidden=fields.count("feed_forward_length"),
        vocabulary=tensors["token_embd.weight"].shape[0],
        context=fields.count("context_length"),
        eps=fields.positive("attention.layer_norm_epsilon"),
        qkv_bias=True,
        tied="output.weight" not in tensors,
    )


def _llama(fields: Fields, name: str, tensors: Mapping[str, Tensor]) -> ModelConfig:
    _refuse_other_kinds(fields)
    width, heads = fields.count("embedding_length"), fields.count("attention.head_count")
    head_dim = fields.count("attention.key_length", max(1, width // heads))
    fields.refuse_unless(
        fields.count("attention.value_length", head_dim) == head_dim,
        "attention.value_length",
        f"{head_dim}, the length of a key",
    )
    return ModelConfig(
        family="llama",
        name=name,
        layers=fields.count("block_count"),
        width=width,
        heads=heads,
        kv_heads=fields.count("attention.head_count_kv", heads),
        head_dim=head_dim,
        hidden=fields.count("feed_forward_length"),
        vocabulary=tensors["token_embd.weight"].shape[0],
        context=fields.count("context_length"),
        eps=fields.positive("attention.layer_norm_rms_epsilon"),
        rope_theta=fields.positive("rope.freq_base", 10_000.0),
        rope_dims=fields.count("rope.dimension_count", head_dim),
        # converters reorder the rows of Q and K for this architecture and for no other
        rope_pairing="interleaved" if fields.prefix == "llama." else "halves",
        rope_scaling=_scaling(fields),
        qkv_bias="blk.0.attn_q.bias" in tensors,
        qk_norm="blk.0.attn_q_norm.weight" in tensors,
        tied="output.weight" not in tensors,
        window=fields.count("attention.sliding_window") if fields.has("attention.sliding_window") else None,
    )


def _refuse_other_kinds(fields: Fields) -> None:
    experts = fields.values.get(f"{fields.prefix}expert_count")
    dense = experts is None or (isinstance(experts, int) and experts == 0)
    fields.refuse_unless(dense, "expert_count", "0 (no mixture of experts)")
    # a factor on cosine and sine, of whatever kind the scaling is
    attention = "rope.scaling.attn_factor"
    fields.refuse_unless(fields.positive(attention, 1.0) == 1, attention, "1")


def _scaling(fields: Fields) -> LinearScaling | None:
    """Return what llama.cpp makes of it: a factor without a type is linear, a type of none has no factor.

    Llama 3's scaling is no matter of keys: its file has the tensor rope_freqs.weight.
    """
    kind = fields.text("rope.scaling.type", "linear")
    fields.refuse_unless(kind in ("none", "linear"), "rope.scaling.type", "none or linear")
    # files of 2023 have the older key
    factor = fields.positive("rope.scaling.factor", fields.positive("rope.scale_linear", 1.0))
    return None if kind == "none" or factor == 1 else LinearScaling(factor=factor)
