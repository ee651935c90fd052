"""GPT-2 against a model written out a token at a time, from its formulas alone.

Leaves out caches and chunks (test_decoder.py).
"""

import math

import numpy as np
import pytest

from drill.core.infer.arrays import Array
from drill.core.infer.backends.numpy_ops import NumpyOps
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.model.networks import build
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.random import random_checkpoint

TOKENS = [5, 0, 22, 7, 7, 13, 1]


class Loops:
    """The same network in float64, one token and one head at a time."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.config = checkpoint.config
        self.w = {name: tensor.floats().astype(np.float64) for name, tensor in checkpoint.tensors.items()}

    def logits(self, tokens: list[int]) -> Array:
        tables = self.w["token_embd.weight"], self.w["position_embd.weight"]
        x = [tables[0][token] + tables[1][position] for position, token in enumerate(tokens)]
        for layer in range(self.config.layers):
            x = self.block(f"blk.{layer}.", x)
        head = tables[0] if self.config.tied else self.w["output.weight"]
        return np.array([head @ self.norm(row, "output_norm") for row in x])

    def block(self, at: str, x: list[Array]) -> list[Array]:
        rows = [self.affine(self.norm(row, at + "attn_norm"), at + "attn_qkv") for row in x]
        q, k, v = zip(*(row.reshape(3, self.config.heads, -1) for row in rows), strict=True)
        mixed = [self.attend(q[i], k[: i + 1], v[: i + 1]) for i in range(len(x))]
        x = [row + self.affine(mixed[i], at + "attn_output") for i, row in enumerate(x)]
        return [row + self.feed_forward(at, row) for row in x]

    def attend(self, q: Array, k: tuple[Array, ...], v: tuple[Array, ...]) -> Array:
        out = []
        for h, query in enumerate(q):
            weights = [math.exp(query @ key[h] / math.sqrt(len(query))) for key in k]
            out.append(sum(w * value[h] for w, value in zip(weights, v, strict=True)) / sum(weights))
        return np.concatenate(out)

    def feed_forward(self, at: str, row: Array) -> Array:
        up = self.affine(self.norm(row, at + "ffn_norm"), at + "ffn_up")
        bent = up / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (up + 0.044715 * up**3)))
        return self.affine(bent, at + "ffn_down")

    def affine(self, x: Array, name: str) -> Array:
        mapped: Array = self.w[name + ".weight"] @ x
        return mapped + self.w[name + ".bias"]

    def norm(self, x: Array, name: str) -> Array:
        moved = x - x.mean()
        scaled: Array = moved / math.sqrt(moved @ moved / len(x) + self.config.eps)
        return scaled * self.w[name + ".weight"] + self.w[name + ".bias"]


@pytest.mark.parametrize("tied", [True, False])
def test_is_the_loops(tied: bool) -> None:
    config = ModelConfig(
        family="gpt2", name="toy-gpt2", layers=2, width=24, heads=3, kv_heads=3, head_dim=8, hidden=40,
        vocabulary=23, context=32, eps=1e-5, tied=tied,
    )  # fmt: skip
    checkpoint = random_checkpoint(config, np.random.default_rng(5))
    model = build(checkpoint, NumpyOps())
    got = model.forward(TOKENS, range(7), model.new_cache(7), every=True)
    np.testing.assert_allclose(got, Loops(checkpoint).logits(TOKENS), atol=3e-5)
