"""Which tensors a model of a given config has, and how large each is.

Leaves out their values and formats. Names are GGUF's; a matrix is [out, in].
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from drill.core.errors import FileError
from drill.core.infer.model.config import Family, ModelConfig
from drill.core.infer.weights.tensor import Tensor

Shape = tuple[int, ...]
# Llama 3's scaling as GGUF stores it: what each base frequency is divided by
ROPE_FREQS = "rope_freqs.weight"


def expected_shapes(config: ModelConfig) -> Iterator[tuple[str, Shape]]:
    """Yield name and shape of each tensor, in the order in which a forward pass meets them."""
    yield "token_embd.weight", (config.vocabulary, config.width)
    if config.family != "llama":
        yield "position_embd.weight", (config.context, config.width)
    if config.family == "bert":
        yield "token_types.weight", (config.token_types, config.width)
        yield from _with_bias([("token_embd_norm", (config.width,))])
    layer_shapes = _LAYERS[config.family]
    for layer in range(config.layers):
        for name, shape in layer_shapes(config):
            yield f"blk.{layer}.{name}", shape
    # an encoder ends with the norm of its last layer
    if config.family != "bert":
        yield from _output(config)


def _output(config: ModelConfig) -> Iterator[tuple[str, Shape]]:
    yield "output_norm.weight", (config.width,)
    if config.family == "gpt2":
        yield "output_norm.bias", (config.width,)
    if not config.tied:
        yield "output.weight", (config.vocabulary, config.width)


def check_shapes(config: ModelConfig, tensors: Mapping[str, Tensor], where: str) -> None:
    """FileError for a tensor that is missing, of another size, or has no place in such a model.

    A tensor that the model would not read is refused: leaving out a bias gives wrong answers silently.
    """
    # stops at the first gap, so that a header with 2^32 layers costs nothing
    placed = set()
    for name, shape in _checked(config):
        if name not in tensors and name != ROPE_FREQS:
            raise FileError(f"{where}: has no {name}, which its config asks for; get a complete file")
        if name in tensors and tensors[name].shape != shape:
            found = tensors[name].shape
            raise FileError(f"{where}: {name} is {found}, its config says {shape}; get a matching file")
        placed.add(name)
    for name in tensors:
        if name not in placed:
            raise FileError(
                f"{where}: {name} has no place in a {config.family} model; such files aren't read"
            )


def _checked(config: ModelConfig) -> Iterator[tuple[str, Shape]]:
    yield from expected_shapes(config)
    if config.family == "llama" and config.rope_scaling is None:
        yield ROPE_FREQS, (config.rope_dims // 2,)


def _llama_layer(config: ModelConfig) -> Iterator[tuple[str, Shape]]:
    width, hidden = config.width, config.hidden
    yield "attn_norm.weight", (width,)
    for name, heads in (("attn_q", config.heads), ("attn_k", config.kv_heads), ("attn_v", config.kv_heads)):
        yield f"{name}.weight", (heads * config.head_dim, width)
        if config.qkv_bias:
            yield f"{name}.bias", (heads * config.head_dim,)
    if config.qk_norm:
        yield "attn_q_norm.weight", (config.head_dim,)
        yield "attn_k_norm.weight", (config.head_dim,)
    yield "attn_output.weight", (width, config.heads * config.head_dim)
    yield "ffn_norm.weight", (width,)
    yield "ffn_gate.weight", (hidden, width)
    yield "ffn_up.weight", (hidden, width)
    yield "ffn_down.weight", (width, hidden)


def _gpt2_layer(config: ModelConfig) -> Iterator[tuple[str, Shape]]:
    width, hidden = config.width, config.hidden
    shapes: list[tuple[str, Shape]] = [
        ("attn_norm", (width,)),
        ("attn_qkv", (3 * width, width)),
        ("attn_output", (width, width)),
        ("ffn_norm", (width,)),
        ("ffn_up", (hidden, width)),
        ("ffn_down", (width, hidden)),
    ]
    yield from _with_bias(shapes)


def _bert_layer(config: ModelConfig) -> Iterator[tuple[str, Shape]]:
    width, hidden = config.width, config.hidden
    shapes: list[tuple[str, Shape]] = [(f"attn_{letter}", (width, width)) for letter in "qkv"]
    shapes += [("attn_output", (width, width)), ("attn_output_norm", (width,))]
    shapes += [("ffn_up", (hidden, width)), ("ffn_down", (width, hidden)), ("layer_output_norm", (width,))]
    yield from _with_bias(shapes)


def _with_bias(shapes: Iterable[tuple[str, Shape]]) -> Iterator[tuple[str, Shape]]:
    for name, shape in shapes:
        yield f"{name}.weight", shape
        yield f"{name}.bias", shape[:1]


_LAYERS: Mapping[Family, Callable[[ModelConfig], Iterator[tuple[str, Shape]]]] = {
    "llama": _llama_layer,
    "gpt2": _gpt2_layer,
    "bert": _bert_layer,
}
