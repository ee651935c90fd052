"""What a config asks for is there, in its size, and nothing else is."""

from dataclasses import replace

import numpy as np
import pytest

from drill.core.errors import FileError
from drill.core.infer.model.config import Llama3Scaling, ModelConfig
from drill.core.infer.weights.random import packed, random_checkpoint
from drill.core.infer.weights.shapes import ROPE_FREQS, check_shapes
from drill.core.infer.weights.tensor import Tensor


def tensors(config: ModelConfig) -> dict[str, Tensor]:
    return dict(random_checkpoint(config, np.random.default_rng(0)).tensors)


def test_a_missing_tensor_is_named(llama: ModelConfig) -> None:
    found = tensors(llama)
    del found["blk.1.ffn_up.weight"]
    with pytest.raises(FileError, match=r"^f: has no blk.1.ffn_up.weight, which its config asks for"):
        check_shapes(llama, found, "f")


def test_a_tensor_of_another_size_is_named(llama: ModelConfig) -> None:
    found = tensors(llama)
    with pytest.raises(FileError, match=r"attn_k.weight is \(64, 64\), its config says \(128, 64\)"):
        check_shapes(replace(llama, kv_heads=4), found, "f")


def test_a_tensor_that_would_be_ignored_is_refused(llama: ModelConfig) -> None:
    found = tensors(llama)
    found["blk.0.attn_output.bias"] = packed("x", np.zeros(64, np.float32), "F32")
    with pytest.raises(FileError, match=r"blk.0.attn_output.bias has no place in a llama model"):
        check_shapes(llama, found, "f")


def test_rope_frequencies_may_be_there_unless_the_config_scales(llama: ModelConfig) -> None:
    found = tensors(llama)
    found[ROPE_FREQS] = packed(ROPE_FREQS, np.ones(16, np.float32), "F32")
    check_shapes(llama, found, "f")
    scaling = Llama3Scaling(factor=8, low_freq_factor=1, high_freq_factor=4, original_context=8192)
    with pytest.raises(FileError, match=r"rope_freqs.weight has no place"):
        check_shapes(replace(llama, rope_scaling=scaling), found, "f")
    with pytest.raises(FileError, match=r"rope_freqs.weight is \(16,\), its config says \(8,\)"):
        check_shapes(replace(llama, rope_dims=16), found, "f")


def test_four_billion_layers_cost_nothing(llama: ModelConfig) -> None:
    with pytest.raises(FileError, match=r"has no blk.2.attn_norm.weight"):
        check_shapes(replace(llama, layers=2**32), tensors(llama), "f")
