"""Folders as transformers writes them become the same checkpoints as GGUF files."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from drill.core.errors import FileError
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.weights.blocks import FORMATS
from drill.core.infer.weights.hf_folder import renamed
from drill.core.infer.weights.open import open_checkpoint
from drill.core.infer.weights.random import random_checkpoint
from drill.core.infer.weights.tensor import Tensor

Arrays = dict[str, np.ndarray[Any, Any]]
WriteFolder = Callable[[Path, dict[str, Any], Arrays], Path]
LLAMA_NAMES = {
    "token_embd": "model.embed_tokens",
    "output_norm": "model.norm",
    "output": "lm_head",
    "attn_norm": "input_layernorm",
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_norm": "post_attention_layernorm",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
}
GPT2_NAMES = {
    "token_embd": "wte",
    "position_embd": "wpe",
    "output_norm": "ln_f",
    "attn_norm": "ln_1",
    "attn_qkv": "attn.c_attn",
    "attn_output": "attn.c_proj",
    "ffn_norm": "ln_2",
    "ffn_up": "mlp.c_fc",
    "ffn_down": "mlp.c_proj",
}
CONV1D = ("attn_qkv", "attn_output", "ffn_up", "ffn_down")


def hf_name(name: str, names: dict[str, str], layers: str) -> str:
    *layer, module, kind = name.split(".")
    return f"{layers}.{layer[1]}.{names[module]}.{kind}" if layer else f"{names[module]}.{kind}"


def llama_json(config: ModelConfig, **changes: Any) -> dict[str, Any]:
    return {
        "model_type": "llama",
        "hidden_size": config.width,
        "num_attention_heads": config.heads,
        "num_key_value_heads": config.kv_heads,
        "head_dim": config.head_dim,
        "num_hidden_layers": config.layers,
        "intermediate_size": config.hidden,
        "vocab_size": config.vocabulary,
        "max_position_embeddings": config.context,
        "rms_norm_eps": config.eps,
        "rope_theta": config.rope_theta,
        **changes,
    }


def llama_arrays(config: ModelConfig) -> Arrays:
    tensors = random_checkpoint(config, np.random.default_rng(2)).tensors
    return {hf_name(name, LLAMA_NAMES, "model.layers"): tensor.floats() for name, tensor in tensors.items()}


def gpt2_json(config: ModelConfig) -> dict[str, Any]:
    return {
        "model_type": "gpt2",
        "n_embd": config.width,
        "n_head": config.heads,
        "n_layer": config.layers,
        "n_positions": config.context,
        "vocab_size": config.vocabulary,
    }


def test_a_llama_folder(llama: ModelConfig, write_folder: WriteFolder, tmp_path: Path) -> None:
    opened = open_checkpoint(write_folder(tmp_path / "small", llama_json(llama), llama_arrays(llama)))
    assert opened.config == llama
    expected = random_checkpoint(llama, np.random.default_rng(2)).tensors
    assert opened.tensors.keys() == expected.keys()
    for name, tensor in opened.tensors.items():
        assert tensor.name == name
        assert np.array_equal(tensor.floats(), expected[name].floats())


def test_a_saved_head_beside_tied_embeddings_is_not_used(
    llama: ModelConfig, write_folder: WriteFolder, tmp_path: Path
) -> None:
    values = llama_json(llama, tie_word_embeddings=True)
    opened = open_checkpoint(write_folder(tmp_path / "small", values, llama_arrays(llama)))
    assert opened.config == replace(llama, tied=True)
    assert "output.weight" not in opened.tensors


def test_gpt2_s_projections_are_turned_and_its_masks_left_out(
    gpt2: ModelConfig, write_folder: WriteFolder, tmp_path: Path
) -> None:
    expected = random_checkpoint(gpt2, np.random.default_rng(2)).tensors
    arrays: Arrays = {"h.0.attn.bias": np.tril(np.ones((1, 1, 32, 32), np.uint8))}
    for name, tensor in expected.items():
        turned = name.split(".")[-2] in CONV1D and name.endswith("weight")
        # half precision too: two bytes a value must stay together
        array = tensor.floats().T if turned else tensor.floats()
        arrays[hf_name(name, GPT2_NAMES, "h")] = np.ascontiguousarray(array, np.float16)
    opened = open_checkpoint(write_folder(tmp_path / "small", gpt2_json(gpt2), arrays))
    assert opened.config == gpt2
    for name, tensor in opened.tensors.items():
        assert tensor.shape == expected[name].shape
        assert np.array_equal(tensor.floats(), expected[name].floats().astype(np.float16))


def test_a_folder_without_weights_is_refused(llama: ModelConfig, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"config.json: can't be read \(No such file or directory\)"):
        open_checkpoint(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps(llama_json(llama)), encoding="utf-8")
    with pytest.raises(FileError, match=r"has no model.safetensors; save the model with safe_serialization"):
        open_checkpoint(tmp_path)


def tensor(name: str, format: str) -> Tensor:
    return Tensor(name, (1,), format, np.zeros((1, 4), np.uint8))


def test_an_integer_weight_is_refused_by_name() -> None:
    name = "model.layers.0.mlp.up_proj.qweight"
    with pytest.raises(FileError, match=f"^f: {name} is I32; save the model as bfloat16 or float32$"):
        renamed({name: tensor(name, "I32")}, "llama", "f")


@pytest.mark.parametrize("format", sorted(FORMATS.keys() - {"F32", "F16", "BF16"}))
def test_a_block_format_of_gguf_is_no_dtype(format: str) -> None:
    name = "model.norm.weight"
    with pytest.raises(FileError, match=f"^f: {name} is {format}; save the model as bfloat16 or float32$"):
        renamed({name: tensor(name, format)}, "llama", "f")


def test_two_tensors_of_one_name_are_refused() -> None:
    both = {name: tensor(name, "F32") for name in ("norm.weight", "model.norm.weight")}
    with pytest.raises(FileError, match=r"^f: model.norm.weight and another tensor are both output_norm"):
        renamed(both, "llama", "f")
