"""BERT's encoder: each token sees all of its text; LayerNorm after each sum, biases, learned positions.

Texts lie one behind the other in one packed row of tokens: matrices take them all at once, attention one at
a time. So nothing is ever padded, and no text sees another. Leaves out the heads that BERT was trained with.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from drill.core.infer.arrays import Floats
from drill.core.infer.backends.opset import OpSet, Step, Values
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.model.gpt2 import Affine
from drill.core.infer.model.loading import Loader
from drill.core.infer.weights.checkpoint import Checkpoint


class Layer(NamedTuple):
    """One block's weights; `qkv` gives queries, keys and values side by side."""

    qkv: Affine
    attn_output: Affine
    attn_output_norm: Affine
    ffn_up: Affine
    ffn_down: Affine
    layer_output_norm: Affine


class Weights(NamedTuple):
    """All weights; a text of one segment has token type 0 throughout."""

    embedding: Values
    positions: Values
    token_types: Values
    embedding_norm: Affine
    layers: list[Layer]


class Span(NamedTuple):
    """Where a text lies in the packed row, and what its tokens see, as `attention` wants it."""

    start: int
    end: int
    seen: Values


class Bert:
    """An encoder over one op set. T tokens of all texts, D width, H heads, d head_dim."""

    def __init__(self, config: ModelConfig, weights: Weights, ops: OpSet) -> None:
        self.config = config
        self._weights = weights
        self._ops = ops

    def encode(self, texts: Sequence[Sequence[int]]) -> list[Floats]:
        """Return each text's vectors after the last layer, [its tokens, D]; no text may be empty."""
        bounds = list(pairwise(accumulate((len(text) for text in texts), initial=0)))
        tokens = [token for text in texts for token in text]
        positions = [position for text in texts for position in range(len(text))]
        step = self._ops.step(tokens, positions, len(tokens))
        hidden = self._ops.floats(self._ops.compute(lambda new: self._hidden(new, bounds), step, None))
        return [hidden[start:end] for start, end in bounds]

    def _hidden(self, step: Step, bounds: Sequence[tuple[int, int]]) -> Values:
        ops, weights = self._ops, self._weights
        x = ops.embed(weights.embedding, step.ids) + ops.embed(weights.positions, step.positions)
        x = self._norm(x + weights.token_types[0], weights.embedding_norm)
        spans = [Span(start, end, self._all(end - start)) for start, end in bounds]
        for layer in weights.layers:
            x = self._norm(x + self._attention(layer, x, spans), layer.attn_output_norm)
            up = ops.gelu_erf(ops.linear(x, *layer.ffn_up))
            x = self._norm(x + ops.linear(up, *layer.ffn_down), layer.layer_output_norm)
        return x

    def _attention(self, layer: Layer, x: Values, spans: Sequence[Span]) -> Values:
        # x: [T, D] -> [T, D]
        ops, heads = self._ops, self.config.heads
        rows = ops.linear(x, *layer.qkv).reshape(len(x), 3 * heads, self.config.head_dim)
        mixed = ops.buffer(len(x), self.config.width)
        for start, end, seen in spans:
            q, k, v = (rows[start:end, part * heads : (part + 1) * heads] for part in range(3))
            mixed[start:end] = ops.attention(q, k.swapaxes(0, 1), v.swapaxes(0, 1), seen)
        return ops.linear(mixed, *layer.attn_output)

    def _all(self, size: int) -> Values:
        # what stands at the last position sees every slot: no token of an encoder sees less
        last = self._ops.step([0] * size, [size - 1] * size, size).positions
        return self._ops.visible(last, size, None)

    def _norm(self, x: Values, norm: Affine) -> Values:
        return self._ops.layernorm(x, *norm, eps=self.config.eps)


def load_bert(checkpoint: Checkpoint, ops: OpSet) -> Bert:
    """Return the encoder with its weights in the op set's arrays."""
    config, load = checkpoint.config, Loader(checkpoint.tensors, ops)
    weights = Weights(
        embedding=load.get("token_embd.weight"),
        positions=load.get("position_embd.weight"),
        token_types=load.get("token_types.weight"),
        embedding_norm=_affine(load, "token_embd_norm"),
        layers=[_layer(load, f"blk.{index}") for index in range(config.layers)],
    )
    return Bert(config, weights, ops)


def _layer(load: Loader, block: str) -> Layer:
    alone = {name: _affine(load, f"{block}.{name}") for name in Layer._fields if name != "qkv"}
    return Layer(qkv=_affine(load, *(f"{block}.attn_{letter}" for letter in "qkv")), **alone)


def _affine(load: Loader, *names: str) -> Affine:
    return Affine(
        load.get(*(f"{name}.weight" for name in names)), load.get(*(f"{name}.bias" for name in names))
    )
