"""Print decode speed of a random model of 0.88 billion weights: Q4_1, its embedding Q8_0, 592 MB a token.

Needs the package gguf, and a real file for its vocabulary. Leaves out sense: the weights are noise.
Run: python tests/benchmarks/one_b.py MODEL.gguf [--peer-python PATH] [--rounds 5]
"""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import gguf
import numpy as np

from drill.cli.app import App
from drill.cli.models.bench import BenchWish, measure, show
from drill.core.infer.arrays import Bytes
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.weights.gguf import read_gguf
from drill.core.infer.weights.shapes import expected_shapes

TARGET = 2.0
BLOCK = 32
# the standard deviations of 0, 1, ..., 15 and of -127, ..., 127, all equally likely
Q4_SPREAD, Q8_SPREAD = 4.61, 73.6


def shape(vocabulary: int) -> ModelConfig:
    """Return the shape of SmolLM2's bigger sister that never was."""
    return ModelConfig(
        family="llama",
        name="random-1b",
        layers=20,
        width=1920,
        heads=30,
        kv_heads=10,
        head_dim=64,
        hidden=5120,
        vocabulary=vocabulary,
        context=2048,
        eps=1e-5,
        rope_theta=100_000.0,
        rope_dims=64,
        rope_pairing="interleaved",
        tied=True,
    )


def write(path: Path, real: Path, rng: np.random.Generator) -> None:
    """Write the model; the vocabulary is the real file's."""
    metadata: Mapping[str, Any] = read_gguf(real).metadata
    config = shape(len(metadata["tokenizer.ggml.tokens"]))
    writer = gguf.GGUFWriter(path, "llama")
    _describe(writer, config)
    _copy_vocabulary(writer, metadata)
    for name, size in expected_shapes(config):
        _add(writer, name, size, rng)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _describe(writer: Any, config: ModelConfig) -> None:
    writer.add_name(config.name)
    writer.add_context_length(config.context)
    writer.add_embedding_length(config.width)
    writer.add_block_count(config.layers)
    writer.add_feed_forward_length(config.hidden)
    writer.add_head_count(config.heads)
    writer.add_head_count_kv(config.kv_heads)
    writer.add_layer_norm_rms_eps(config.eps)
    writer.add_rope_freq_base(config.rope_theta)
    writer.add_rope_dimension_count(config.rope_dims)
    writer.add_vocab_size(config.vocabulary)


def _copy_vocabulary(writer: Any, metadata: Mapping[str, Any]) -> None:
    writer.add_tokenizer_model(metadata["tokenizer.ggml.model"])
    writer.add_tokenizer_pre(metadata["tokenizer.ggml.pre"])
    writer.add_token_list(metadata["tokenizer.ggml.tokens"])
    writer.add_token_types([int(kind) for kind in metadata["tokenizer.ggml.token_type"]])
    writer.add_token_merges([merge.decode("utf-8") for merge in metadata["tokenizer.ggml.merges"]])
    writer.add_bos_token_id(int(metadata["tokenizer.ggml.bos_token_id"]))
    writer.add_eos_token_id(int(metadata["tokenizer.ggml.eos_token_id"]))


def _add(writer: Any, name: str, size: tuple[int, ...], rng: np.random.Generator) -> None:
    """Add a tensor whose values have the variance 1 / inputs; vectors are ones, as norms nearly are."""
    types = gguf.GGMLQuantizationType
    if len(size) == 1:
        writer.add_tensor(name, np.ones(size, np.float32))
        return
    rows, inputs = size
    if name == "token_embd.weight":
        writer.add_tensor(name, _q8_0(rows, inputs, rng), raw_dtype=types.Q8_0)
    else:
        writer.add_tensor(name, _q4_1(rows, inputs, rng), raw_dtype=types.Q4_1)


def _q4_1(rows: int, inputs: int, rng: np.random.Generator) -> Bytes:
    """Return uint8 [rows, bytes]: per block a scale, a minimum that centers it, 16 bytes of nibbles."""
    scale = 1 / (Q4_SPREAD * inputs**0.5)
    head = np.array([scale, -7.5 * scale], np.float16).view(np.uint8)
    return _blocks(rows, inputs, head, rng.integers(0, 256, (rows, inputs // BLOCK, 16), np.uint8))


def _q8_0(rows: int, inputs: int, rng: np.random.Generator) -> Bytes:
    """Return uint8 [rows, bytes]: per block a scale and 32 signed bytes."""
    head = np.array([1 / (Q8_SPREAD * inputs**0.5)], np.float16).view(np.uint8)
    values = rng.integers(-127, 128, (rows, inputs // BLOCK, BLOCK), np.int8)
    return _blocks(rows, inputs, head, values.view(np.uint8))


def _blocks(rows: int, inputs: int, head: Bytes, values: Bytes) -> Bytes:
    heads = np.broadcast_to(head, (rows, inputs // BLOCK, len(head)))
    return np.concatenate((heads, values), axis=2).reshape(rows, -1)


def main() -> None:
    """Write the file, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--peer-python")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quiet-seconds", type=float, default=0.0)
    options = parser.parse_args()
    wish = BenchWish(
        rounds=options.rounds,
        contexts=(64,),
        prompts=(128,),
        tokens=16,
        only=("drill-int16", "drill-int8", "llama.cpp"),
        peer_python=options.peer_python,
        quiet_seconds=options.quiet_seconds,
    )
    app = App.of_this_process()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "random-1b.gguf"
        write(file, options.model, np.random.default_rng(0))
        show(app, measure(app, file, wish, Path(folder) / "cache"))
    sys.stdout.write(f"\ntarget: decode at least {TARGET:g}x llama.cpp\n")


if __name__ == "__main__":
    main()
