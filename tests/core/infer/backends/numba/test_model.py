"""The whole model against the numpy backend: shapes, formats, threads, any cutting of the prompt."""

import gc
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("numba")

from drill.core.errors import InputError
from drill.core.infer.arrays import Floats
from drill.core.infer.backends.numba.model import NumbaLlama, unsupported
from drill.core.infer.backends.numpy_ops import NumpyOps
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.model.networks import build
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.open import open_checkpoint
from drill.core.infer.weights.random import random_checkpoint

TOKENS = [5, 0, 99, 7, 7, 13, 1, 42, 64, 3, 3, 3, 88, 21, 70, 50, 9, 31, 2]


def logits(model: NumbaLlama, tokens: Sequence[int], cuts: Sequence[int]) -> Floats:
    """Return every token's logits, the tokens given in pieces that end at the cuts."""
    cache = model.new_cache(len(tokens))
    ends = [*cuts, len(tokens)]
    pieces = [range(a, b) for a, b in zip([0, *cuts], ends, strict=True)]
    found = [model.forward([tokens[i] for i in piece], list(piece), cache, every=True) for piece in pieces]
    return np.concatenate(found)


def expected(checkpoint: Checkpoint, tokens: Sequence[int]) -> Floats:
    model = build(checkpoint, NumpyOps())
    return model.forward(tokens, range(len(tokens)), model.new_cache(len(tokens)), every=True)


SHAPES: dict[str, dict[str, Any]] = {
    "groups of one": {"heads": 2, "kv_heads": 2},
    "groups of eight": {"heads": 8, "kv_heads": 1, "head_dim": 16, "rope_dims": 16},
    "halves, part of the head, biases": {"rope_pairing": "halves", "rope_dims": 12, "qkv_bias": True},
    "halves, head norms, not tied": {"rope_pairing": "halves", "qk_norm": True, "tied": False},
    "one layer, a head of 80": {"layers": 1, "heads": 4, "kv_heads": 2, "head_dim": 80, "rope_dims": 80},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes(shape: str, plain: ModelConfig, rng: np.random.Generator) -> None:
    checkpoint = random_checkpoint(replace(plain, **SHAPES[shape]), rng, "Q4_1")
    model = NumbaLlama(checkpoint, threads=2)
    found = logits(model, TOKENS, [7])
    assert np.abs(found - expected(checkpoint, TOKENS)).max() < 0.02
    model.close()


@pytest.mark.parametrize("format", ["Q4_0", "Q8_0", "F16", "F32"])
def test_formats(format: str, plain: ModelConfig, rng: np.random.Generator) -> None:
    checkpoint = random_checkpoint(plain, rng, format)
    model = NumbaLlama(checkpoint, threads=1)
    assert np.abs(logits(model, TOKENS, [9, 10]) - expected(checkpoint, TOKENS)).max() < 0.02


def test_formats_mixed_within_a_phase(plain: ModelConfig, rng: np.random.Generator) -> None:
    first = random_checkpoint(plain, rng, "Q4_1")
    others = [random_checkpoint(plain, rng, format).tensors for format in ("Q8_0", "F16")]
    mixed = {
        "blk.0.attn_v.weight": others[0],
        "blk.1.ffn_up.weight": others[1],
        "token_embd.weight": others[0],
    }
    tensors = {name: mixed.get(name, first.tensors)[name] for name in first.tensors}
    checkpoint = first._replace(tensors=tensors)
    for activations in ("int16", "int8"):
        found = logits(NumbaLlama(checkpoint, threads=1, activations=activations), TOKENS, [9, 10])
        limit = 0.02 if activations == "int16" else 2.0
        assert np.abs(found - expected(checkpoint, TOKENS)).max() < limit


def test_int8_is_near_and_int16_nearer(plain: ModelConfig, rng: np.random.Generator) -> None:
    checkpoint = random_checkpoint(plain, rng, "Q4_1")
    right = expected(checkpoint, TOKENS)
    off = [
        float(np.abs(logits(NumbaLlama(checkpoint, threads=1, activations=kind), TOKENS, []) - right).mean())
        for kind in ("int16", "int8")
    ]
    assert off[0] < 0.002
    assert 5 * off[0] < off[1] < 0.3


@pytest.fixture(scope="module")
def checkpoint() -> Checkpoint:
    config = ModelConfig(
        family="llama", name="toy", layers=2, width=64, heads=6, kv_heads=2, head_dim=32, hidden=96,
        vocabulary=100, context=640, eps=1e-5, rope_dims=32, rope_pairing="interleaved", tied=True,
    )  # fmt: skip
    return random_checkpoint(config, np.random.default_rng(3), "Q4_1")


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("cuts", [[1], [18], [3, 6, 9, 12], list(range(1, 19))])
def test_any_cutting_of_the_prompt_gives_the_same_logits(
    threads: int, cuts: list[int], checkpoint: Checkpoint
) -> None:
    model = NumbaLlama(checkpoint, threads=threads)
    # threads split the context of a single token, so sums are added in another order
    np.testing.assert_allclose(logits(model, TOKENS, cuts), logits(model, TOKENS, []), atol=2e-3)
    model.close()


def test_prompts_longer_than_a_chunk_and_rewinding(checkpoint: Checkpoint, rng: np.random.Generator) -> None:
    tokens = rng.integers(0, 100, 600).tolist()
    model = NumbaLlama(checkpoint, threads=2)
    cache = model.new_cache(640)
    model.forward(tokens[:300], range(300), cache)
    cache.rewind(290)
    last = model.forward(tokens[290:], range(290, 600), cache)
    assert np.abs(last - expected(checkpoint, tokens)[-1]).max() < 0.02
    assert last.shape == (100,)
    model.close()


def test_sequences_do_not_disturb_each_other(checkpoint: Checkpoint) -> None:
    model = NumbaLlama(checkpoint, threads=1)
    alone = logits(model, TOKENS, [])
    caches = [model.new_cache(20), model.new_cache(600)]
    for i, token in enumerate(TOKENS):
        found = [model.forward([token], [i], cache) for cache in caches]
        np.testing.assert_allclose(found, [alone[i]] * 2, atol=2e-3)


def test_two_callers_wait_for_each_other(checkpoint: Checkpoint) -> None:
    model = NumbaLlama(checkpoint, threads=2)
    right, found = logits(model, TOKENS, []), {}

    def run(name: int) -> None:
        found[name] = logits(model, TOKENS, [5, 10])

    callers = [threading.Thread(target=run, args=(name,)) for name in range(3)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    for name in range(3):
        np.testing.assert_allclose(found[name], right, atol=2e-3)
    model.close()


def test_what_no_model_could_compute(checkpoint: Checkpoint) -> None:
    model = NumbaLlama(checkpoint, threads=1)
    with pytest.raises(InputError, match="token 100"):
        model.forward([100], [0], model.new_cache(4))
    with pytest.raises(InputError, match="640"):
        model.new_cache(641)


def test_threads_end_with_the_model(checkpoint: Checkpoint) -> None:
    before = threading.active_count()
    model = NumbaLlama(checkpoint, threads=3)
    model.forward([1], [0], model.new_cache(4))
    assert threading.active_count() == before + 2
    del model
    gc.collect()
    assert threading.active_count() == before


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"window": 8}, "no sliding window"),
        ({"head_dim": 40}, "heads of 40 don't divide into vectors of 16"),
        ({"hidden": 80}, "its hidden size, 80, doesn't divide into blocks of 32"),
        ({"family": "gpt2"}, "for the llama family, not gpt2"),
        ({}, None),
    ],
)
def test_unsupported_says_why(change: dict[str, Any], reason: str | None, checkpoint: Checkpoint) -> None:
    found = unsupported(checkpoint._replace(config=replace(checkpoint.config, **change)))
    assert (found is None) if reason is None else (found is not None and reason in found)


def test_the_real_model_is_near_float32(model_file: Path) -> None:
    checkpoint = open_checkpoint(model_file)
    tokens = np.random.default_rng(0).integers(0, 49152, 24).tolist()
    right = expected(checkpoint, tokens)
    found = logits(NumbaLlama(checkpoint, threads=2), tokens, [16, 17, 18])
    assert np.abs(found - right).max() < 0.06
    assert (found.argmax(1) == right.argmax(1)).all()
