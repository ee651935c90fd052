"""BERT against its formulas, one text and one head at a time; texts in one row see nothing of each other."""

import math
from pathlib import Path

import numpy as np
import pytest

from drill.core.errors import InputError
from drill.core.infer.arrays import Array
from drill.core.infer.backends.numpy_ops import NumpyOps
from drill.core.infer.model.bert import load_bert
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.model.networks import build
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.random import random_checkpoint

CONFIG = ModelConfig(
    family="bert", name="toy", layers=2, width=12, heads=3, kv_heads=3, head_dim=4, hidden=20,
    vocabulary=17, context=16, eps=1e-12, qkv_bias=True, tied=True, token_types=2,
)  # fmt: skip
TEXTS = [[2, 5, 7, 3], [2, 3], [2, 16, 16, 1, 0, 9, 3], [4]]


@pytest.fixture(scope="module")
def checkpoint() -> Checkpoint:
    return random_checkpoint(CONFIG, np.random.default_rng(3))


def by_formula(checkpoint: Checkpoint, tokens: list[int]) -> Array:
    """Vectors of one text in float64, [T, D]."""
    w = {name: tensor.floats().astype(np.float64) for name, tensor in checkpoint.tensors.items()}

    def linear(x: Array, name: str) -> Array:
        return np.array([w[f"{name}.weight"] @ vector + w[f"{name}.bias"] for vector in x])

    def norm(x: Array, name: str) -> Array:
        centered = x - x.mean(-1, keepdims=True)
        scale = np.sqrt((centered**2).mean(-1, keepdims=True) + CONFIG.eps)
        scaled: Array = centered / scale * w[f"{name}.weight"] + w[f"{name}.bias"]
        return scaled

    x = np.array([w["token_embd.weight"][token] for token in tokens])
    x = norm(x + w["position_embd.weight"][: len(x)] + w["token_types.weight"][0], "token_embd_norm")
    for layer in range(CONFIG.layers):
        block = f"blk.{layer}"
        q, k, v = (linear(x, f"{block}.attn_{letter}") for letter in "qkv")
        mixed = np.zeros_like(x)
        for head in range(CONFIG.heads):
            part = slice(head * 4, head * 4 + 4)
            for at in range(len(x)):
                scores = np.exp(k[:, part] @ q[at, part] / 2)
                mixed[at, part] = scores / scores.sum() @ v[:, part]
        x = norm(x + linear(mixed, f"{block}.attn_output"), f"{block}.attn_output_norm")
        up = linear(x, f"{block}.ffn_up")
        bent = np.vectorize(lambda one: one / 2 * (1 + math.erf(one / math.sqrt(2))))(up)
        x = norm(x + linear(bent, f"{block}.ffn_down"), f"{block}.layer_output_norm")
    return x


def test_vectors_are_those_of_the_formulas(checkpoint: Checkpoint) -> None:
    found = load_bert(checkpoint, NumpyOps()).encode(TEXTS)
    assert [len(one) for one in found] == [4, 2, 7, 1]
    for text, one in zip(TEXTS, found, strict=True):
        np.testing.assert_allclose(one, by_formula(checkpoint, text), atol=2e-5)


def test_a_text_does_not_depend_on_those_beside_it(checkpoint: Checkpoint) -> None:
    bert = load_bert(checkpoint, NumpyOps())
    together = bert.encode(TEXTS)
    for text, one in zip(TEXTS, together, strict=True):
        np.testing.assert_allclose(bert.encode([text])[0], one, atol=2e-6)


def test_a_later_token_changes_earlier_ones(checkpoint: Checkpoint) -> None:
    bert = load_bert(checkpoint, NumpyOps())
    one, other = bert.encode([[2, 5, 7], [2, 5, 8]])
    assert abs(one[0] - other[0]).max() > 1e-3


def test_torch_gives_the_same(checkpoint: Checkpoint) -> None:
    pytest.importorskip("torch")
    from drill.core.infer.backends.torch_ops import TorchOps

    ours = load_bert(checkpoint, NumpyOps()).encode(TEXTS)
    for one, other in zip(ours, load_bert(checkpoint, TorchOps("cpu", "float32")).encode(TEXTS), strict=True):
        np.testing.assert_allclose(one, other, atol=5e-6)


def test_it_is_no_decoder(checkpoint: Checkpoint) -> None:
    with pytest.raises(InputError, match=r"toy: BERT has no next token; embed texts with embedding.py"):
        build(checkpoint, NumpyOps())


def test_weights_lie_in_the_file_until_they_are_used(tiny_bert: Path) -> None:
    from drill.core.infer.model.loading import Loader
    from drill.core.infer.weights.open import open_encoder

    table = Loader(open_encoder(tiny_bert).tensors, NumpyOps()).get("token_embd.weight")
    assert not table.flags.owndata
    assert not table.flags.writeable
