"""The Llama family: RMSNorm, rotary positions, grouped queries, SwiGLU; Qwen2's biases, Qwen3's head norms.

Leaves out mixtures of experts and attention over a latent.
"""

from typing import NamedTuple

from drill.core.infer.backends.opset import OpSet, Step, Values
from drill.core.infer.cache.contiguous import ContiguousCache
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.model.loading import Loader
from drill.core.infer.ops.rope import Frequencies, frequencies
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.shapes import ROPE_FREQS


class Layer(NamedTuple):
    """One block's weights; query, key and value rows lie in one matrix, gate and up rows in another."""

    attn_norm: Values
    qkv: Values
    qkv_bias: Values | None
    q_norm: Values | None
    k_norm: Values | None
    attn_output: Values
    ffn_norm: Values
    gate_up: Values
    down: Values


class Weights(NamedTuple):
    """All weights; `frequencies` are the rotary angles a position, [rope_dims / 2]."""

    embedding: Values
    layers: list[Layer]
    output_norm: Values
    output: Values
    frequencies: Values


class Llama:
    """A Network (decoder.py). T tokens, D width, H query heads, KV heads of keys and values, d head_dim."""

    def __init__(self, config: ModelConfig, weights: Weights, ops: OpSet) -> None:
        self._config = config
        self._weights = weights
        self._ops = ops

    def hidden(self, step: Step, cache: ContiguousCache) -> Values:
        """Return the vectors after the last layer, [T, D]."""
        ops, weights = self._ops, self._weights
        x = ops.embed(weights.embedding, step.ids)
        turn = ops.rotation(step.positions, weights.frequencies)
        seen = ops.visible(step.positions, step.span, self._config.window)
        for index, layer in enumerate(weights.layers):
            q, k, v = self._qkv(layer, x, turn)
            ops.store(cache.keys[index], k, step.positions)
            ops.store(cache.values[index], v, step.positions)
            held = cache.keys[index][:, : step.span], cache.values[index][:, : step.span]
            x = x + ops.linear(ops.attention(q, *held, seen), layer.attn_output)
            x = x + self._feed_forward(layer, x)
        return x

    def head(self, hidden: Values) -> Values:
        """Return logits, [T, vocabulary]."""
        ops, weights = self._ops, self._weights
        normed = ops.rmsnorm(hidden, weights.output_norm, eps=self._config.eps)
        return ops.linear(normed, weights.output)

    def _qkv(self, layer: Layer, x: Values, turn: tuple[Values, Values]) -> tuple[Values, Values, Values]:
        # x: [T, D] -> [T, H, d], [T, KV, d], [T, KV, d]
        ops, config = self._ops, self._config
        normed = ops.rmsnorm(x, layer.attn_norm, eps=config.eps)
        rows = ops.linear(normed, layer.qkv, layer.qkv_bias).reshape(len(x), -1, config.head_dim)
        queries, keys = rows[:, : config.heads], rows[:, config.heads : config.heads + config.kv_heads]
        if layer.q_norm is not None:
            queries = ops.rmsnorm(queries, layer.q_norm, eps=config.eps)
        if layer.k_norm is not None:
            keys = ops.rmsnorm(keys, layer.k_norm, eps=config.eps)
        q = ops.rotate(queries, turn, pairing=config.rope_pairing)
        k = ops.rotate(keys, turn, pairing=config.rope_pairing)
        return q, k, rows[:, config.heads + config.kv_heads :]

    def _feed_forward(self, layer: Layer, x: Values) -> Values:
        # x: [T, D] -> [T, D]
        ops, hidden = self._ops, self._config.hidden
        normed = ops.rmsnorm(x, layer.ffn_norm, eps=self._config.eps)
        both = ops.linear(normed, layer.gate_up)
        return ops.linear(ops.silu_mul(both[:, :hidden], both[:, hidden:]), layer.down)


def load_llama(checkpoint: Checkpoint, ops: OpSet) -> Llama:
    """Return the network with its weights in the op set's arrays."""
    config, load = checkpoint.config, Loader(checkpoint.tensors, ops)
    embedding = load.get("token_embd.weight")
    weights = Weights(
        embedding=embedding,
        layers=[_layer(config, load, f"blk.{index}") for index in range(config.layers)],
        output_norm=load.get("output_norm.weight"),
        output=embedding if config.tied else load.get("output.weight"),
        frequencies=ops.put_exact(_frequencies(config, load)),
    )
    return Llama(config, weights, ops)


def _layer(config: ModelConfig, load: Loader, block: str) -> Layer:
    heads = [f"{block}.attn_{letter}" for letter in "qkv"]
    return Layer(
        attn_norm=load.get(f"{block}.attn_norm.weight"),
        qkv=load.get(*(f"{name}.weight" for name in heads)),
        qkv_bias=load.get(*(f"{name}.bias" for name in heads)) if config.qkv_bias else None,
        q_norm=load.get(f"{block}.attn_q_norm.weight") if config.qk_norm else None,
        k_norm=load.get(f"{block}.attn_k_norm.weight") if config.qk_norm else None,
        attn_output=load.get(f"{block}.attn_output.weight"),
        ffn_norm=load.get(f"{block}.ffn_norm.weight"),
        gate_up=load.get(f"{block}.ffn_gate.weight", f"{block}.ffn_up.weight"),
        down=load.get(f"{block}.ffn_down.weight"),
    )


def _frequencies(config: ModelConfig, load: Loader) -> Frequencies:
    plain = frequencies(rope_dims=config.rope_dims, theta=config.rope_theta, scaling=config.rope_scaling)
    return plain / load.floats(ROPE_FREQS) if ROPE_FREQS in load else plain
