"""Small model files, written by the packages that define the formats.

Leaves out broken files: the tests make those from these.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drill.core.infer.model.config import ModelConfig
from drill.core.infer.weights.tensor import Tensor

WriteGGUF = Callable[[Path, str, Mapping[str, Any], Mapping[str, Tensor]], Path]

LLAMA = ModelConfig(
    family="llama",
    name="small",
    layers=2,
    width=64,
    heads=4,
    kv_heads=2,
    head_dim=32,
    hidden=96,
    vocabulary=48,
    context=128,
    eps=1e-5,
    rope_theta=500_000.0,
    rope_dims=32,
)
GPT2 = ModelConfig(
    family="gpt2",
    name="small",
    layers=2,
    width=64,
    heads=4,
    kv_heads=4,
    head_dim=16,
    hidden=256,
    vocabulary=48,
    context=32,
    eps=1e-5,
    qkv_bias=True,
    tied=True,
)


@pytest.fixture(scope="session")
def llama() -> ModelConfig:
    return LLAMA


@pytest.fixture(scope="session")
def gpt2() -> ModelConfig:
    return GPT2


@pytest.fixture(scope="session")
def write_gguf() -> WriteGGUF:
    """`write_gguf(path, architecture, metadata, tensors)` through the gguf package."""
    gguf = pytest.importorskip("gguf")

    def write(
        path: Path, architecture: str, metadata: Mapping[str, Any], tensors: Mapping[str, Tensor]
    ) -> Path:
        writer = gguf.GGUFWriter(path, architecture)
        for key, value in metadata.items():
            writer.add_key_value(key, value, _kind(gguf, value), *_element(gguf, value))
        for name, tensor in tensors.items():
            kind = gguf.GGMLQuantizationType[tensor.format]
            data = tensor.data.reshape(*tensor.shape[:-1], -1)
            writer.add_tensor(name, data, raw_dtype=kind)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        return path

    return write


@pytest.fixture(scope="session")
def gguf_metadata() -> Callable[[str, ModelConfig], dict[str, Any]]:
    """What a converter writes about a model, by config."""
    return _metadata


@pytest.fixture(scope="session")
def write_folder() -> Callable[[Path, Mapping[str, Any], Mapping[str, np.ndarray[Any, Any]]], Path]:
    """`write_folder(folder, config, arrays)`: a Hugging Face folder through the safetensors package."""
    saving = pytest.importorskip("safetensors.numpy")

    def write(folder: Path, config: Mapping[str, Any], arrays: Mapping[str, np.ndarray[Any, Any]]) -> Path:
        folder.mkdir(exist_ok=True)
        (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
        saving.save_file(dict(arrays), folder / "model.safetensors")
        return folder

    return write


def _kind(gguf: Any, value: Any) -> Any:
    if isinstance(value, bool | str | list):
        return gguf.GGUFValueType.get_type(value)
    return gguf.GGUFValueType.UINT32 if isinstance(value, int) else gguf.GGUFValueType.FLOAT32


def _element(gguf: Any, value: Any) -> tuple[Any, ...]:
    return (gguf.GGUFValueType.get_type(value[0]),) if isinstance(value, list) else ()


def _metadata(architecture: str, config: ModelConfig) -> dict[str, Any]:
    eps = "layer_norm_epsilon" if architecture == "gpt2" else "layer_norm_rms_epsilon"
    values = {
        "block_count": config.layers,
        "context_length": config.context,
        "embedding_length": config.width,
        "feed_forward_length": config.hidden,
        "attention.head_count": config.heads,
        f"attention.{eps}": config.eps,
    }
    if architecture != "gpt2":
        values |= {
            "attention.head_count_kv": config.kv_heads,
            "attention.key_length": config.head_dim,
            "attention.value_length": config.head_dim,
            "rope.dimension_count": config.rope_dims,
            "rope.freq_base": config.rope_theta,
        }
    named = {f"{architecture}.{key}": value for key, value in values.items()}
    return {"general.name": config.name, **named}
