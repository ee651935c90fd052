"""config.json of four kinds, old and new spellings of RoPE, and what is refused by its key."""

from typing import Any

import pytest

from drill.core.errors import FileError
from drill.core.infer.model.config import LinearScaling, Llama3Scaling, ModelConfig
from drill.core.infer.weights.hf_config import config_from_hf

LLAMA: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 64,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "num_hidden_layers": 30,
    "intermediate_size": 96,
    "vocab_size": 48,
    "max_position_embeddings": 128,
    "rms_norm_eps": 1e-5,
    "rope_theta": 500_000.0,
}
GPT2: dict[str, Any] = {
    "model_type": "gpt2",
    "n_embd": 64,
    "n_head": 4,
    "n_layer": 2,
    "n_positions": 32,
    "vocab_size": 48,
}
SCALING = {
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 8192,
}
SCALED = Llama3Scaling(factor=8, low_freq_factor=1, high_freq_factor=4, original_context=8192)


def llama(**changes: Any) -> ModelConfig:
    return config_from_hf({**LLAMA, **changes}, "f", name="small")


def test_llama() -> None:
    assert llama() == ModelConfig(
        family="llama",
        name="small",
        layers=30,
        width=64,
        heads=4,
        kv_heads=2,
        head_dim=16,
        hidden=96,
        vocabulary=48,
        context=128,
        eps=1e-5,
        rope_theta=500_000.0,
        rope_dims=16,
    )


def test_gpt2_is_tied_and_four_times_as_wide_inside() -> None:
    config = config_from_hf(GPT2, "f", name="gpt2")
    assert (config.hidden, config.tied, config.qkv_bias, config.eps) == (256, True, True, 1e-5)
    assert (config.family, config.kv_heads, config.head_dim, config.context) == ("gpt2", 4, 16, 32)


def test_what_sets_the_kinds_apart() -> None:
    assert llama(model_type="qwen2").qkv_bias
    assert not llama(model_type="qwen2").qk_norm
    qwen3 = llama(model_type="qwen3", head_dim=32, tie_word_embeddings=True)
    assert (qwen3.qk_norm, qwen3.qkv_bias, qwen3.head_dim, qwen3.rope_dims, qwen3.tied) == (
        True,
        False,
        32,
        32,
        True,
    )


@pytest.mark.parametrize(
    "spelled",
    [
        {"rope_scaling": {"rope_type": "llama3", **SCALING}},
        {"rope_scaling": {"type": "llama3", **SCALING}},
        {"rope_theta": None, "rope_parameters": {"rope_type": "llama3", "rope_theta": 5e5, **SCALING}},
    ],
)
def test_llama_3_scaling_in_every_spelling(spelled: dict[str, Any]) -> None:
    config = llama(**spelled)
    assert config.rope_scaling == SCALED
    assert config.rope_theta == 500_000


@pytest.mark.parametrize(
    "spelled",
    [
        {"rope_scaling": {"rope_type": "linear", "factor": 4.0}},
        {"rope_scaling": {"type": "linear", "factor": 4}},
        {"rope_theta": None, "rope_parameters": {"rope_type": "linear", "rope_theta": 5e5, "factor": 4.0}},
    ],
)
def test_linear_scaling_in_every_spelling(spelled: dict[str, Any]) -> None:
    config = llama(**spelled)
    assert (config.rope_scaling, config.rope_theta) == (LinearScaling(factor=4), 500_000)


def test_default_parameters_scale_nothing() -> None:
    config = llama(rope_parameters={"rope_type": "default", "rope_theta": 1e6, "partial_rotary_factor": 0.5})
    assert (config.rope_scaling, config.rope_theta, config.rope_dims) == (None, 1e6, 8)


def window(**changes: Any) -> int | None:
    return llama(model_type="qwen2", sliding_window=512, **changes).window


def without(kind: str, *keys: str, **changes: Any) -> ModelConfig:
    values = {**LLAMA, "num_attention_heads": 64, "hidden_size": 1024, "model_type": kind, **changes}
    return config_from_hf({key: value for key, value in values.items() if key not in keys}, "f", name="s")


@pytest.mark.parametrize(
    ("kind", "kv_heads", "head_dim"), [("llama", 64, 16), ("qwen2", 32, 16), ("qwen3", 32, 128)]
)
def test_heads_that_are_absent_are_those_of_the_kind(kind: str, kv_heads: int, head_dim: int) -> None:
    config = without(kind, "num_key_value_heads")
    assert (config.kv_heads, config.head_dim, config.rope_dims) == (kv_heads, head_dim, head_dim)
    # null is not absent
    assert without(kind, num_key_value_heads=None).kv_heads == 64


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ["llama", "qwen2", "qwen3"])
def test_what_is_absent_is_what_transformers_takes(kind: str) -> None:
    transformers = pytest.importorskip("transformers")
    absent = ("num_key_value_heads", "rms_norm_eps", "rope_theta")
    changes = {"use_sliding_window": True, "max_window_layers": 0}
    values = {**LLAMA, "num_attention_heads": 64, "hidden_size": 1024, **changes}
    given = {key: value for key, value in values.items() if key not in (*absent, "model_type")}
    theirs, ours = transformers.AutoConfig.for_model(kind, **given), without(kind, *absent, **changes)
    assert ours.kv_heads == theirs.num_key_value_heads
    assert ours.head_dim == (getattr(theirs, "head_dim", None) or 16)
    assert (ours.eps, ours.tied) == (theirs.rms_norm_eps, theirs.tie_word_embeddings)
    assert ours.rope_theta == theirs.rope_parameters["rope_theta"]
    assert ours.window == getattr(theirs, "sliding_window", None)


def test_a_window_only_where_it_is_used() -> None:
    assert window() is None
    assert window(use_sliding_window=True, max_window_layers=0) == 512
    assert window(use_sliding_window=True, max_window_layers=30) is None
    assert window(use_sliding_window=True, layer_types=["sliding_attention"] * 30) == 512
    assert llama(sliding_window=512, use_sliding_window=True).window is None
    assert llama(model_type="qwen2", use_sliding_window=True, max_window_layers=0).window == 4096
    # null is not absent: transformers takes full attention then
    assert (
        llama(model_type="qwen2", use_sliding_window=True, max_window_layers=0, sliding_window=None).window
        is None
    )


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "kind": ({"model_type": "mamba"}, "model_type isn't one of llama, qwen2, qwen3, gpt2, bert"),
    "no kind": ({"model_type": None}, "doesn't say model_type"),
    "absent": ({"hidden_size": None}, "doesn't say hidden_size"),
    "fraction": ({"hidden_size": 64.0}, "hidden_size must be a whole number"),
    "activation": ({"hidden_act": "relu"}, "hidden_act must be silu"),
    "tied": ({"tie_word_embeddings": 1}, "tie_word_embeddings must be true or false"),
    "rope": ({"rope_scaling": "llama3"}, "rope_scaling must be a mapping"),
    "yarn": ({"rope_scaling": {"type": "yarn"}}, "f: rope_scaling: type must be default, linear or llama3"),
    "factor": ({"rope_scaling": {"rope_type": "llama3"}}, "rope_scaling: doesn't say factor"),
    "mixed": (
        {"model_type": "qwen2", "use_sliding_window": True, "sliding_window": 8, "max_window_layers": 10},
        "use_sliding_window must be alike in all layers",
    ),
    "layers": (
        {"model_type": "qwen2", "use_sliding_window": True, "max_window_layers": -1},
        "max_window_layers must be a whole number",
    ),
    "linear": ({"rope_scaling": {"rope_type": "linear"}}, "rope_scaling: doesn't say factor"),
    # JSON may hold numbers that no float does
    "eps": ({"rms_norm_eps": 10**400}, "rms_norm_eps must be a number from 1e-30 to 1e30"),
    "small eps": ({"rms_norm_eps": 1e-320}, "rms_norm_eps must be a number from 1e-30 to 1e30"),
    "theta": ({"rope_theta": 1e308}, "rope_theta must be a number from 1e-30 to 1e30"),
    "rotated too often": (
        {"rope_scaling": {"partial_rotary_factor": 1e308}},
        "partial_rotary_factor must be a number from 1e-30 to 1e30",
    ),
    "kind in lines": ({"model_type": "llama\n"}, "model_type must be printable text"),
    "rotated": (
        {"rope_scaling": {"partial_rotary_factor": 1.5}},
        "can't rotate 24 of",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    changes, message = REFUSED[name]
    with pytest.raises(FileError) as caught:
        llama(**changes)
    assert str(caught.value).startswith("f: ")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value", "only"),
    [
        ("activation_function", "relu", "gelu_new"),
        ("scale_attn_weights", False, "true"),
        ("scale_attn_by_inverse_layer_idx", True, "false"),
    ],
)
def test_gpt2_of_another_kind_is_refused(key: str, value: object, only: str) -> None:
    with pytest.raises(FileError, match=f"^f: {key} must be {only}; use another model$"):
        config_from_hf({**GPT2, key: value}, "f", name="gpt2")


BERT = {
    "model_type": "bert",
    "hidden_size": 384,
    "num_attention_heads": 12,
    "num_hidden_layers": 6,
    "intermediate_size": 1536,
    "vocab_size": 30522,
    "max_position_embeddings": 512,
}


def test_bert_takes_the_defaults_of_transformers() -> None:
    config = config_from_hf(BERT, "f", name="b")
    assert (config.family, config.head_dim, config.kv_heads, config.context) == ("bert", 32, 12, 512)
    assert (config.eps, config.token_types, config.rope_dims) == (1e-12, 2, 0)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("hidden_act", "relu", "hidden_act must be gelu; use another model"),
        (
            "position_embedding_type",
            "relative_key",
            "position_embedding_type must be absolute; use another model",
        ),
        ("is_decoder", True, "is_decoder must be false; use another model"),
        ("num_attention_heads", 7, "7 heads don't divide a width of 384; get the file again"),
        ("max_position_embeddings", None, "doesn't say max_position_embeddings; get a complete file"),
    ],
)
def test_bert_of_another_kind_is_refused(key: str, value: object, says: str) -> None:
    with pytest.raises(FileError, match=f"^f: {says}$"):
        config_from_hf({**BERT, key: value}, "f", name="b")
