"""Metadata to configs: all four architectures, the real model, and what is refused by its key."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drill.core.errors import FileError
from drill.core.infer.model.config import LinearScaling, ModelConfig
from drill.core.infer.weights.gguf import read_gguf
from drill.core.infer.weights.gguf_config import config_from_gguf
from drill.core.infer.weights.open import open_checkpoint
from drill.core.infer.weights.random import packed, random_checkpoint
from drill.core.infer.weights.shapes import ROPE_FREQS

Metadata = Callable[[str, ModelConfig], dict[str, Any]]
KINDS: dict[str, dict[str, Any]] = {
    "llama": {"rope_pairing": "interleaved", "tied": True},
    "qwen2": {"qkv_bias": True},
    "qwen3": {"qk_norm": True, "tied": True},
}


@pytest.mark.parametrize("architecture", KINDS)
def test_the_llama_kind_survives_a_file(
    architecture: str,
    llama: ModelConfig,
    gguf_metadata: Metadata,
    write_gguf: Callable[..., Path],
    tmp_path: Path,
) -> None:
    # eps as float32 has it, the way files keep it
    config = replace(llama, eps=float(np.float32(1e-6)), **KINDS[architecture])
    checkpoint = random_checkpoint(config, np.random.default_rng(1), "Q8_0")
    metadata = gguf_metadata(architecture, config)
    opened = open_checkpoint(write_gguf(tmp_path / "m.gguf", architecture, metadata, checkpoint.tensors))
    assert opened.config == config
    assert opened.vocabulary is None
    for name, tensor in checkpoint.tensors.items():
        assert opened.tensors[name].format == tensor.format
        assert np.array_equal(opened.tensors[name].data, tensor.data)


def test_gpt2_survives_a_file(
    gpt2: ModelConfig, gguf_metadata: Metadata, write_gguf: Callable[..., Path], tmp_path: Path
) -> None:
    config = replace(gpt2, eps=float(np.float32(1e-5)))
    tensors = random_checkpoint(config, np.random.default_rng(1)).tensors
    path = write_gguf(tmp_path / "m.gguf", "gpt2", gguf_metadata("gpt2", config), tensors)
    assert open_checkpoint(path).config == config


def test_the_real_model(model_file: Path) -> None:
    metadata, tensors = read_gguf(model_file)
    config = config_from_gguf(metadata, tensors, "m")
    assert (config.layers, config.width, config.heads, config.kv_heads) == (30, 576, 9, 3)
    assert (config.head_dim, config.hidden, config.vocabulary, config.context) == (64, 1536, 49152, 8192)
    assert (config.rope_theta, config.rope_dims, config.rope_pairing) == (100_000, 64, "interleaved")
    assert config.tied
    assert config.eps == pytest.approx(1e-5)


@pytest.fixture
def config_of(llama: ModelConfig, gguf_metadata: Metadata) -> Callable[..., ModelConfig]:
    """The config of a llama whose metadata are changed; None takes a key away."""
    tensors = random_checkpoint(llama, np.random.default_rng(1)).tensors

    def config(changes: dict[str, Any]) -> ModelConfig:
        metadata = {"general.architecture": "llama"} | gguf_metadata("llama", llama) | changes
        return config_from_gguf(
            {key: value for key, value in metadata.items() if value is not None}, tensors, "f"
        )

    return config


def test_what_files_may_leave_out(config_of: Callable[..., ModelConfig]) -> None:
    absent = ["attention.head_count_kv", "attention.key_length", "attention.value_length"]
    absent += ["rope.dimension_count", "rope.freq_base"]
    config = config_of({f"llama.{key}": None for key in absent})
    assert (config.kv_heads, config.head_dim, config.rope_dims, config.rope_theta) == (4, 16, 16, 10_000)


def test_a_window_and_no_experts(config_of: Callable[..., ModelConfig]) -> None:
    config = config_of({"llama.attention.sliding_window": 512, "llama.expert_count": 0})
    assert config.window == 512


@pytest.mark.parametrize(
    ("keys", "factor"),
    [
        ({"rope.scaling.type": "linear", "rope.scaling.factor": 4.0}, 4),
        # without a type it is linear for llama.cpp
        ({"rope.scaling.factor": 4.0}, 4),
        ({"rope.scale_linear": 4.0}, 4),
        ({"rope.scaling.factor": 4.0, "rope.scale_linear": 2.0}, 4),
        ({"rope.scaling.type": "none", "rope.scaling.factor": 4.0}, None),
        ({"rope.scaling.type": "linear"}, None),
        ({"rope.scaling.factor": 1.0, "rope.scaling.attn_factor": 1.0}, None),
    ],
)
def test_linear_scaling_in_every_spelling(
    config_of: Callable[..., ModelConfig], keys: dict[str, Any], factor: float | None
) -> None:
    expected = None if factor is None else LinearScaling(factor=factor)
    assert config_of({f"llama.{key}": value for key, value in keys.items()}).rope_scaling == expected


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "no architecture": ({"general.architecture": None}, "doesn't say general.architecture; get a complete"),
    "other": ({"general.architecture": "mamba"}, "is no llama, qwen2, qwen3, gpt2; use another model"),
    "absent": ({"llama.block_count": None}, "doesn't say llama.block_count"),
    "zero": ({"llama.attention.head_count": 0}, "llama.attention.head_count must be a whole number of"),
    "per layer": (
        {"llama.attention.head_count_kv": np.array([2, 2])},
        "llama.attention.head_count_kv must be",
    ),
    "text": ({"llama.embedding_length": "64"}, "llama.embedding_length must be a whole number"),
    "flag": ({"llama.embedding_length": True}, "llama.embedding_length must be a whole number"),
    "huge": ({"llama.context_length": 2**31}, "llama.context_length must be a whole number"),
    "eps": (
        {"llama.attention.layer_norm_rms_epsilon": float("nan")},
        "rms_epsilon must be a number from 1e-30",
    ),
    "theta": ({"llama.rope.freq_base": -1.0}, "llama.rope.freq_base must be a number from 1e-30 to 1e30"),
    "name": ({"general.name": 5}, "general.name must be printable text"),
    "escape codes": (
        {"general.name": "a\x1b[2Jb"},
        "general.name must be printable text; get the file again",
    ),
    "lines": ({"general.name": "a\nb"}, "general.name must be printable text"),
    "values": ({"llama.attention.value_length": 64}, "value_length must be 32, the length of a key"),
    "experts": ({"llama.expert_count": 8}, "expert_count must be 0"),
    "expert list": ({"llama.expert_count": np.array([8, 8])}, "expert_count must be 0"),
    "yarn": ({"llama.rope.scaling.type": "yarn"}, "llama.rope.scaling.type must be none or linear"),
    "longrope": ({"llama.rope.scaling.type": "longrope"}, "llama.rope.scaling.type must be none or linear"),
    "attention factor": (
        {"llama.rope.scaling.attn_factor": 1.19},
        "llama.rope.scaling.attn_factor must be 1;",
    ),
    "factor": ({"llama.rope.scaling.factor": 0.0}, "llama.rope.scaling.factor must be a number from 1e-30"),
    "older factor": (
        {"llama.rope.scale_linear": -1.0},
        "llama.rope.scale_linear must be a number from 1e-30",
    ),
    "heads": ({"llama.attention.head_count_kv": 3}, "4 heads can't share 3 KV heads evenly"),
    "odd": ({"llama.rope.dimension_count": 7}, "can't rotate 7 of 32 components"),
    "too many": ({"llama.rope.dimension_count": 64}, "can't rotate 64 of 32 components"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(config_of: Callable[..., ModelConfig], name: str) -> None:
    changes, message = REFUSED[name]
    with pytest.raises(FileError) as caught:
        config_of(changes)
    assert str(caught.value).startswith("f: ")
    assert message in str(caught.value)


def test_a_file_without_embeddings_is_refused() -> None:
    with pytest.raises(FileError, match=r"^f: has no token_embd.weight"):
        config_from_gguf({"general.architecture": "llama"}, {}, "f")


def test_llama_3_s_frequencies_stay_a_tensor(
    llama: ModelConfig, gguf_metadata: Metadata, write_gguf: Callable[..., Path], tmp_path: Path
) -> None:
    tensors = dict(random_checkpoint(llama, np.random.default_rng(1)).tensors)
    tensors[ROPE_FREQS] = packed(ROPE_FREQS, np.linspace(1, 8, 16, dtype=np.float32), "F32")
    path = write_gguf(tmp_path / "m.gguf", "llama", gguf_metadata("llama", llama), tensors)
    opened = open_checkpoint(path)
    assert opened.config.rope_scaling is None
    assert opened.tensors[ROPE_FREQS].floats()[-1] == 8


def test_gpt2_heads_must_divide_its_width(gpt2: ModelConfig, gguf_metadata: Metadata) -> None:
    tensors = random_checkpoint(gpt2, np.random.default_rng(1)).tensors
    metadata = (
        {"general.architecture": "gpt2"} | gguf_metadata("gpt2", gpt2) | {"gpt2.attention.head_count": 5}
    )
    with pytest.raises(FileError, match=r"^f: 5 heads don't divide a width of 64"):
        config_from_gguf(metadata, tensors, "f")
