"""A Hugging Face config.json to a model's config: Llama, Qwen2, Qwen3, GPT-2 and BERT.

Leaves out weights, tokenizers, and what only training uses.
"""

from collections.abc import Mapping

from drill.core.errors import FileError
from drill.core.infer.model.config import LinearScaling, Llama3Scaling, ModelConfig, Scaling
from drill.core.infer.weights.config_check import checked
from drill.core.infer.weights.fields import Fields

KINDS = ("llama", "qwen2", "qwen3", "gpt2", "bert")
# what transformers takes for keys that aren't there; null means as many KV heads as heads, and no window
QWEN_KV_HEADS, QWEN3_HEAD_DIM, QWEN_WINDOW = 32, 128, 4096


def config_from_hf(values: Mapping[str, object], where: str, *, name: str) -> ModelConfig:
    """Return the config; FileError naming the key that is missing, wrong or not supported.

    Such a file has no name of the model in it: `name` it is. The sizes must be there; other keys that are
    absent take the defaults of the model's kind, as transformers does.
    """
    fields = Fields(values, where)
    kind = fields.text("model_type")
    if kind not in KINDS:
        raise FileError(f"{where}: model_type isn't one of {', '.join(KINDS)}; use another model")
    if kind == "bert":
        return checked(_bert(fields, name), where)
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


def _bert(fields: Fields, name: str) -> ModelConfig:
    fields.refuse_unless(fields.text("hidden_act", "gelu") == "gelu", "hidden_act", "gelu")
    by = "position_embedding_type"
    fields.refuse_unless(fields.text(by, "absolute") == "absolute", by, "absolute")
    fields.refuse_unless(not fields.flag("is_decoder", False), "is_decoder", "false")
    width, heads = fields.count("hidden_size"), fields.count("num_attention_heads")
    return ModelConfig(
        family="bert",
        name=name,
        layers=fields.count("num_hidden_layers"),
        width=width,
        heads=heads,
        kv_heads=heads,
        head_dim=width // heads,
        hidden=fields.count("intermediate_size"),
        vocabulary=fields.count("vocab_size"),
        context=fields.count("max_position_embeddings"),
        eps=fields.positive("layer_norm_eps", 1e-12),
        qkv_bias=True,
        tied=True,
        token_types=fields.count("type_vocab_size", 2),
    )


def _llama(fields: Fields, kind: str, name: str) -> ModelConfig:
    fields.refuse_unless(fields.text("hidden_act", "silu") == "silu", "hidden_act", "silu")
    width, heads = fields.count("hidden_size"), fields.count("num_attention_heads")
    head_dim = fields.count("head_dim", QWEN3_HEAD_DIM if kind == "qwen3" else max(1, width // heads))
    rope = _rope(fields)
    return ModelConfig(
        family="llama",
        name=name,
        layers=fields.count("num_hidden_layers"),
        width=width,
        heads=heads,
        kv_heads=fields.count("num_key_value_heads", _kv_heads(fields, kind, heads)),
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


def _kv_heads(fields: Fields, kind: str, heads: int) -> int:
    is_absent = "num_key_value_heads" not in fields.values
    return QWEN_KV_HEADS if is_absent and kind != "llama" else heads


def _rope(fields: Fields) -> Fields:
    # transformers 5 writes all of RoPE under rope_parameters; before, rope_scaling held the scaling alone
    key = "rope_parameters" if fields.has("rope_parameters") else "rope_scaling"
    values = fields.values.get(key) or {}
    if not isinstance(values, Mapping):
        raise FileError(f"{fields.where}: {key} must be a mapping; get the file again")
    return Fields(values, f"{fields.where}: {key}")


def _scaling(rope: Fields) -> Scaling | None:
    spelling = "rope_type" if rope.has("rope_type") else "type"
    kind = rope.text(spelling, "default")
    rope.refuse_unless(kind in ("default", "linear", "llama3"), spelling, "default, linear or llama3")
    if kind == "default":
        return None
    if kind == "linear":
        return LinearScaling(factor=rope.positive("factor"))
    return Llama3Scaling(
        factor=rope.positive("factor"),
        low_freq_factor=rope.positive("low_freq_factor"),
        high_freq_factor=rope.positive("high_freq_factor"),
        original_context=rope.count("original_max_position_embeddings"),
    )


def _window(fields: Fields) -> int | None:
    # sliding_window alone says nothing: files keep it beside use_sliding_window: false
    is_null = fields.values.get("sliding_window", QWEN_WINDOW) is None
    if is_null or not fields.flag("use_sliding_window", False):
        return None
    layers = fields.count("num_hidden_layers")
    sliding = _sliding_layers(fields, layers)
    fields.refuse_unless(sliding in (0, layers), "use_sliding_window", "alike in all layers")
    return fields.count("sliding_window", QWEN_WINDOW) if sliding else None


def _sliding_layers(fields: Fields, layers: int) -> int:
    kinds = fields.values.get("layer_types")
    if isinstance(kinds, list):
        return kinds.count("sliding_attention")
    full = fields.values.get("max_window_layers", 28)
    if isinstance(full, bool) or not isinstance(full, int) or full < 0:
        raise FileError(f"{fields.where}: max_window_layers must be a whole number; get the file again")
    return max(0, layers - full)
