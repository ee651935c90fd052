"""The Llama family against a model written out a token at a time, from its formulas alone.

Leaves out caches and chunks (test_decoder.py).
"""

import math
from dataclasses import replace

import numpy as np
import pytest

from drill.core.infer.arrays import Array, Floats
from drill.core.infer.backends.numpy_ops import NumpyOps
from drill.core.infer.model.config import LinearScaling, Llama3Scaling, ModelConfig, Pairing
from drill.core.infer.model.networks import build
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.random import packed, random_checkpoint

PLAIN = ModelConfig(
    family="llama", name="toy", layers=2, width=18, heads=9, kv_heads=3, head_dim=6, hidden=14,
    vocabulary=23, context=32, eps=1e-5, rope_theta=100.0, rope_dims=6, tied=True,
)  # fmt: skip
TOKENS = [5, 0, 22, 7, 7, 13, 1]


class Loops:
    """The same network in float64, one token and one head at a time."""

    def __init__(self, checkpoint: Checkpoint) -> None:
        self.config = checkpoint.config
        self.w = {name: tensor.floats().astype(np.float64) for name, tensor in checkpoint.tensors.items()}

    def logits(self, tokens: list[int]) -> Array:
        x = [self.w["token_embd.weight"][token] for token in tokens]
        for layer in range(self.config.layers):
            x = self.block(f"blk.{layer}.", x)
        head = self.w["token_embd.weight" if self.config.tied else "output.weight"]
        return np.array([head @ self.norm(row, "output_norm.weight") for row in x])

    def block(self, at: str, x: list[Array]) -> list[Array]:
        q, k, v = ([self.heads(at, name, row, i) for i, row in enumerate(x)] for name in "qkv")
        x = [row + self.w[at + "attn_output.weight"] @ self.attend(q[i], k, v, i) for i, row in enumerate(x)]
        return [row + self.feed_forward(at, row) for row in x]

    def heads(self, at: str, name: str, row: Array, position: int) -> Array:
        flat = self.w[f"{at}attn_{name}.weight"] @ self.norm(row, at + "attn_norm.weight")
        flat = flat + self.w.get(f"{at}attn_{name}.bias", 0.0)
        heads = flat.reshape(-1, self.config.head_dim)
        if name == "v":
            return heads
        if self.config.qk_norm:
            heads = np.array([self.norm(head, f"{at}attn_{name}_norm.weight") for head in heads])
        return np.array([self.rope(head, position) for head in heads])

    def rope(self, head: Array, position: int) -> Array:
        out, dims = head.copy(), self.config.rope_dims
        for i in range(dims // 2):
            a, b = (i, i + dims // 2) if self.config.rope_pairing == "halves" else (2 * i, 2 * i + 1)
            divisor = self.w["rope_freqs.weight"][i] if "rope_freqs.weight" in self.w else 1.0
            if isinstance(self.config.rope_scaling, LinearScaling):
                divisor *= self.config.rope_scaling.factor
            turn = position * self.config.rope_theta ** (-2 * i / dims) / divisor
            out[a] = head[a] * math.cos(turn) - head[b] * math.sin(turn)
            out[b] = head[a] * math.sin(turn) + head[b] * math.cos(turn)
        return out

    def attend(self, q: Array, k: list[Array], v: list[Array], position: int) -> Array:
        window = self.config.window or len(k)
        seen = range(max(0, position - window + 1), position + 1)
        out = []
        for h, query in enumerate(q):
            kv = h // (self.config.heads // self.config.kv_heads)
            weights = [math.exp(query @ k[j][kv] / math.sqrt(self.config.head_dim)) for j in seen]
            out.append(sum(w * v[j][kv] for w, j in zip(weights, seen, strict=True)) / sum(weights))
        return np.concatenate(out)

    def feed_forward(self, at: str, row: Array) -> Array:
        x = self.norm(row, at + "ffn_norm.weight")
        gate, up = self.w[at + "ffn_gate.weight"] @ x, self.w[at + "ffn_up.weight"] @ x
        down: Array = self.w[at + "ffn_down.weight"] @ (gate / (1 + np.exp(-gate)) * up)
        return down

    def norm(self, x: Array, weight: str) -> Array:
        scaled: Array = x / math.sqrt(float(x @ x) / len(x) + self.config.eps)
        return scaled * self.w[weight]


def logits(checkpoint: Checkpoint) -> Floats:
    model = build(checkpoint, NumpyOps())
    return model.forward(TOKENS, range(len(TOKENS)), model.new_cache(len(TOKENS)), every=True)


@pytest.mark.parametrize("pairing", ["halves", "interleaved"])
@pytest.mark.parametrize(
    "config",
    [
        PLAIN,
        replace(PLAIN, tied=False),
        replace(PLAIN, qkv_bias=True, heads=4, kv_heads=2),
        replace(PLAIN, qk_norm=True, head_dim=8, rope_dims=8),
        replace(PLAIN, rope_dims=4),
        replace(PLAIN, window=3),
        replace(PLAIN, rope_scaling=LinearScaling(factor=2.5)),
    ],
    ids=["plain", "untied", "qwen2", "qwen3", "partly rotated", "window", "linear scaling"],
)
def test_is_the_loops(config: ModelConfig, pairing: Pairing) -> None:
    checkpoint = random_checkpoint(replace(config, rope_pairing=pairing), np.random.default_rng(11))
    np.testing.assert_allclose(logits(checkpoint), Loops(checkpoint).logits(TOKENS), atol=3e-5)


def test_the_files_divisors_slow_the_rotation() -> None:
    checkpoint = random_checkpoint(PLAIN, np.random.default_rng(11))
    divisors = packed("rope_freqs.weight", np.array([1, 2, 8], dtype=np.float32), "F32")
    scaled = checkpoint._replace(tensors={**checkpoint.tensors, "rope_freqs.weight": divisors})
    np.testing.assert_allclose(logits(scaled), Loops(scaled).logits(TOKENS), atol=3e-5)
    assert abs(logits(scaled) - logits(checkpoint)).max() > 1e-3


def test_the_configs_scaling_is_used() -> None:
    scaling = Llama3Scaling(factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0, original_context=16)
    plain = random_checkpoint(PLAIN, np.random.default_rng(11))
    scaled = plain._replace(config=replace(PLAIN, rope_scaling=scaling))
    assert abs(logits(scaled) - logits(plain)).max() > 1e-3
