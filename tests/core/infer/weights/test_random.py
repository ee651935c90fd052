"""Random models have the tensors that their config asks for, the same for the same generator."""

from dataclasses import replace

import numpy as np
import pytest

from drill.core.errors import InputError
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.weights.random import random_checkpoint
from drill.core.infer.weights.shapes import check_shapes


def rng() -> np.random.Generator:
    return np.random.default_rng(3)


@pytest.mark.parametrize("format", ["F32", "F16", "Q4_0", "Q4_1", "Q8_0"])
def test_every_format_fits_its_config(llama: ModelConfig, format: str) -> None:
    checkpoint = random_checkpoint(llama, rng(), format)
    check_shapes(llama, checkpoint.tensors, "random")
    assert checkpoint.vocabulary is None
    for tensor in checkpoint.tensors.values():
        assert tensor.format == (format if len(tensor.shape) == 2 else "F32")
        assert tensor.floats().shape == tensor.shape


def test_the_same_generator_draws_the_same_values_for_every_format(llama: ModelConfig) -> None:
    plain, packed = (random_checkpoint(llama, rng(), format).tensors for format in ("F32", "Q8_0"))
    for name, tensor in plain.items():
        difference = np.abs(tensor.floats() - packed[name].floats()).max()
        assert difference <= np.abs(tensor.floats()).max() / 127


def test_gpt2_has_positions_biases_and_a_merged_qkv(gpt2: ModelConfig) -> None:
    tensors = random_checkpoint(gpt2, rng(), "Q8_0").tensors
    assert tensors["position_embd.weight"].format == "F32"
    assert tensors["blk.1.attn_qkv.weight"].shape == (192, 64)
    assert tensors["blk.1.attn_qkv.bias"].shape == (192,)
    assert "output.weight" not in tensors


def test_what_a_config_switches_on_is_there(llama: ModelConfig) -> None:
    config = replace(llama, qkv_bias=True, qk_norm=True, tied=True)
    tensors = random_checkpoint(config, rng()).tensors
    assert tensors["blk.0.attn_k.bias"].shape == (64,)
    assert tensors["blk.0.attn_q_norm.weight"].shape == (32,)
    assert "output.weight" not in tensors


def test_rows_that_blocks_do_not_divide_are_refused(llama: ModelConfig) -> None:
    with pytest.raises(InputError, match="rows of 72 values don't divide into Q4_0 blocks"):
        random_checkpoint(replace(llama, width=72), rng(), "Q4_0")
