"""A Hugging Face config.json to a model's config: Llama, Qwen2, Qwen3 and GPT-2.

Leaves out weights, tokenizers, and what only training uses.
"""

from collections.abc import Mapping

from drill.core.errors import FileError
from drill.core.infer.model.config import Llama3Scaling, ModelConfig
from drill.core.infer.weights.config_check import checked
from drill.core.infer.weights.fields import Fields

KINDS = ("llama", "qwen2", "qwen3", "gpt2")


def config_from_hf(values: Mapping[str, object], where: str, *, name: str) -> ModelConfig:
    """Return the config; FileError naming the key that is missing, wrong or not supported.

    Such a file has no name of the model in it: `name` it is. Absent keys take the defaults of the model's
    kind, as transformers does.
    """
    fields = Fields(values, where)
    kind = fields.text("model_type")
    if kind not in KINDS:
        raise FileError(f"{where}: model_type isn't one of {', '.join(KINDS)}; use another model")
    return checked(_gpt2(fields, name) if kind == "gpt2" else _llama(fields, kind, name), where)


def _gpt2(fields: Fields, name: str) -> ModelConfig:
    activation = fields.text("activation_function", "gelu_new")
    fields.refuse_unless(activation in ("gelu_new", "gelu_pytorch_tanh"), "activation_function", "gelu_new")
    fields.refuse_unless(fields.flag("scale_attn_weights", True), "scale_attn_weights", "true")
    by_layer = "scale_attn_by_inverse_layer_idx"
    fields.refuse_unless(not fields.flag(by_layer, False), by_layer, "false")
    width, heads = fields.count("n_embd"), fields.count("n_head")
    return ModelConfig(
        family="gpt2",
        name=name,
        layers=fields.count("n_layer"),
        width=width,
        heads=heads,
        kv_heads=heads,
        head_dim=width // heads,
        hidden=fields.count("n_inner", 4 * width),
        vocabulary=fields.count("vocab_size"),
        context=fields.count("n_positions"),
        eps=fields.positive("layer_norm_epsilon", 1e-5),
        qkv_bias=True,
        tied=fields.flag("tie_word_embeddings", True),
    )


def _llama(fields: Fields, kind: str, name: str) -> ModelConfig:
    fields.refuse_unless(fields.text("hidden_act", "silu") == "silu", "hidden_act", "silu")
    width, heads = fields.count("hidden_size"), fields.count("num_attention_heads")
    head_dim = fields.count("head_dim", max(1, width // heads))
    rope = _rope(fields)
    return ModelConfig(
        family="llama",
        name=name,
        layers=fields.count("num_hidden_layers"),
        width=width,
        heads=heads,
        kv_heads=fields.count("num_key_value_heads", heads),
        head_dim=head_dim,
        hidden=fields.count("intermediate_size"),
        vocabulary=fields.count("vocab_size"),
        context=fields.count("max_position_embeddings"),
        eps=fields.positive("rms_norm_eps", 1e-6),
        rope_theta=rope.positive("rope_theta", fields.positive("rope_theta", 10_000.0)),
        rope_dims=int(head_dim * rope.positive("partial_rotary_factor", 1.0)),
        rope_scaling=_scaling(rope),
        # no key of its own: every Qwen2 has these biases
        qkv_bias=kind == "qwen2" or fields.flag("attention_bias", False),
        qk_norm=kind == "qwen3",
        tied=fields.flag("tie_word_embeddings", False),
        window=None if kind == "llama" else _window(fields),
    )


def _rope(fields: Fields) -> Fields:
    # transformers 5 writes all of RoPE under rope_parameters; before, rope_scaling held the scaling alone
    key = "rope_parameters" if fields.has("rope_parameters") else "rope_scaling"
    values = fields.values.get(key) or {}
    if not isinstance(values, Mapping):
        raise FileError(f"{fields.where}: {key} must be a mapping; get the file again")
    return Fields(values, f"{fields.where}: {key}")


def _scaling(rope: Fields) -> Llama3Scaling | None:
    spelling = "rope_type" if rope.has("rope_type") else "type"
    kind = rope.text(spelling, "default")
    rope.refuse_unless(kind in ("default", "llama3"), spelling, "default or llama3")
    if kind == "default":
        return None
    return Llama3Scaling(
        factor=rope.positive("factor"),
        low_freq_factor=rope.positive("low_freq_factor"),
        high_freq_factor=rope.positive("high_freq_factor"),
        original_context=rope.count("original_max_position_embeddings"),
    )


def _window(fields: Fields) -> int | None:
    # sliding_window alone says nothing: files keep it beside use_sliding_window: false
    if not fields.flag("use_sliding_window", False):
        return None
    layers = fields.count("num_hidden_layers")
    sliding = _sliding_layers(fields, layers)
    fields.refuse_unless(sliding in (0, layers), "use_sliding_window", "alike in all layers")
    return fields.count("sliding_window") if sliding else None


def _sliding_layers(fields: Fields, layers: int) -> int:
    kinds = fields.values.get("layer_types")
    if isinstance(kinds, list):
        return kinds.count("sliding_attention")
    full = fields.values.get("max_window_layers", 28)
    if isinstance(full, bool) or not isinstance(full, int) or full < 0:
        raise FileError(f"{fields.where}: max_window_layers must be a whole number; get the file again")
    return max(0, layers - full)
