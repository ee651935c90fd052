"""GPT-2: LayerNorm with biases, learned positions, a KV head for each query head, GELU between two matrices.

Leaves out dropout, which is off outside training.
"""

from typing import NamedTuple

from drill.core.infer.backends.opset import OpSet, Step, Values
from drill.core.infer.cache.contiguous import ContiguousCache
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.model.loading import Loader
from drill.core.infer.weights.checkpoint import Checkpoint


class Affine(NamedTuple):
    """A weight and its bias: of a linear map [out, in] and [out], or of a LayerNorm [D] and [D]."""

    weight: Values
    bias: Values


class Layer(NamedTuple):
    """One block's weights; `attn_qkv` gives queries, keys and values side by side."""

    attn_norm: Affine
    attn_qkv: Affine
    attn_output: Affine
    ffn_norm: Affine
    ffn_up: Affine
    ffn_down: Affine


class Weights(NamedTuple):
    """All weights; `positions` is a table [context, D] beside the tokens' one."""

    embedding: Values
    positions: Values
    layers: list[Layer]
    output_norm: Affine
    output: Values


class GPT2:
    """A Network (decoder.py). T tokens, D width, H heads, d head_dim."""

    def __init__(self, config: ModelConfig, weights: Weights, ops: OpSet) -> None:
        self._config = config
        self._weights = weights
        self._ops = ops

    def hidden(self, step: Step, cache: ContiguousCache) -> Values:
        """Return the vectors after the last layer, [T, D]."""
        ops, weights = self._ops, self._weights
        x = ops.embed(weights.embedding, step.ids) + ops.embed(weights.positions, step.positions)
        seen = ops.visible(step.positions, step.span, self._config.window)
        for index, layer in enumerate(weights.layers):
            q, k, v = self._qkv(layer, x)
            ops.store(cache.keys[index], k, step.positions)
            ops.store(cache.values[index], v, step.positions)
            held = cache.keys[index][:, : step.span], cache.values[index][:, : step.span]
            x = x + ops.linear(ops.attention(q, *held, seen), *layer.attn_output)
            x = x + self._feed_forward(layer, x)
        return x

    def head(self, hidden: Values) -> Values:
        """Return logits, [T, vocabulary]."""
        return self._ops.linear(self._norm(hidden, self._weights.output_norm), self._weights.output)

    def _qkv(self, layer: Layer, x: Values) -> tuple[Values, Values, Values]:
        # x: [T, D] -> three of [T, H, d]
        heads = self._config.heads
        rows = self._ops.linear(self._norm(x, layer.attn_norm), *layer.attn_qkv)
        split = rows.reshape(len(x), 3 * heads, self._config.head_dim)
        return split[:, :heads], split[:, heads : 2 * heads], split[:, 2 * heads :]

    def _feed_forward(self, layer: Layer, x: Values) -> Values:
        # x: [T, D] -> [T, D]
        up = self._ops.linear(self._norm(x, layer.ffn_norm), *layer.ffn_up)
        return self._ops.linear(self._ops.gelu(up), *layer.ffn_down)

    def _norm(self, x: Values, norm: Affine) -> Values:
        return self._ops.layernorm(x, *norm, eps=self._config.eps)


def load_gpt2(checkpoint: Checkpoint, ops: OpSet) -> GPT2:
    """Return the network with its weights in the op set's arrays."""
    config, load = checkpoint.config, Loader(checkpoint.tensors, ops)
    embedding = load.get("token_embd.weight")
    weights = Weights(
        embedding=embedding,
        positions=load.get("position_embd.weight"),
        layers=[_layer(load, f"blk.{index}") for index in range(config.layers)],
        output_norm=_affine(load, "output_norm"),
        output=embedding if config.tied else load.get("output.weight"),
    )
    return GPT2(config, weights, ops)


def _layer(load: Loader, block: str) -> Layer:
    return Layer(**{name: _affine(load, f"{block}.{name}") for name in Layer._fields})


def _affine(load: Loader, name: str) -> Affine:
    return Affine(load.get(f"{name}.weight"), load.get(f"{name}.bias"))
