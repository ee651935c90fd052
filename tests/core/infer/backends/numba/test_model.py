"""The whole model against the numpy backend: shapes, formats, threads, any cutting of the prompt."""

import gc
import threading
import tracemalloc
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
from drill.core.infer.model.config import LinearScaling, ModelConfig
from drill.core.infer.model.networks import build
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.open import open_checkpoint
from drill.core.infer.weights.random import random_checkpoint
from drill.core.infer.weights.tensor import Tensor

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
    "positions divided by four": {"rope_scaling": LinearScaling(factor=4.0)},
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


def test_a_cache_of_another_model(checkpoint: Checkpoint, rng: np.random.Generator) -> None:
    """Kernels check no bounds: they would write beyond it."""
    deep = replace(checkpoint.config, layers=8, kv_heads=3)
    model = NumbaLlama(random_checkpoint(deep, rng, "Q4_1"), threads=1)
    cache = NumbaLlama(checkpoint, threads=1).new_cache(4)
    with pytest.raises(InputError, match="the cache has 2 layers of 2 KV heads of 32, toy 8 of 3 of 32"):
        model.forward([1], [0], cache)
    assert not cache.keys.any()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_closed_model_says_so(threads: int, checkpoint: Checkpoint) -> None:
    model = NumbaLlama(checkpoint, threads=threads)
    cache = model.new_cache(4)
    model.forward([1], [0], cache)
    model.close()
    with pytest.raises(RuntimeError, match="closed"):
        model.forward([1], [1], cache)


def test_ever_larger_caches_take_one_room_for_scores(checkpoint: Checkpoint) -> None:
    model = NumbaLlama(checkpoint, threads=2)
    model.forward([1], [0], model.new_cache(16))
    tracemalloc.start()
    for capacity in range(32, 640, 32):
        model.forward([1], [0], model.new_cache(capacity))
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # four heads of two threads, a page to begin on, and Python's own
    assert held < 2 * 4 * 640 * 4 + 4096 + 2**14
    model.close()


def test_a_smaller_cache_after_a_larger_one(checkpoint: Checkpoint) -> None:
    model = NumbaLlama(checkpoint, threads=2)
    alone = logits(model, TOKENS, [9])
    model.forward(TOKENS, range(len(TOKENS)), model.new_cache(640))
    np.testing.assert_array_equal(logits(model, TOKENS, [9]), alone)
    model.close()


@pytest.mark.parametrize("format", ["Q4_1", "F32"])
@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
def test_what_is_no_number_reaches_the_logits(
    format: str, number: float, plain: ModelConfig, rng: np.random.Generator
) -> None:
    """One in any tensor of a layer, or in the norm before the head: no logits that look right."""
    sound = random_checkpoint(replace(plain, tied=False, qkv_bias=True, qk_norm=True), rng, format)
    names = [name for name in sound.tensors if name.startswith(("blk.0", "output"))]
    assert len(names) == 16
    for name in names:
        checkpoint = sound._replace(tensors={**sound.tensors, name: spoiled(sound.tensors[name], number)})
        found = logits(NumbaLlama(checkpoint, threads=1), TOKENS, [16, 17, 18])
        with np.errstate(all="ignore"):
            right = expected(checkpoint, TOKENS)
        assert (np.isfinite(found) == np.isfinite(right)).all(), name


def spoiled(tensor: Tensor, number: float) -> Tensor:
    """Return a tensor whose first value, or first block's scale, is another number."""
    data = tensor.data.copy()
    kind = np.dtype(np.float32 if tensor.format == "F32" else np.float16)
    data.reshape(-1)[: kind.itemsize].view(kind)[:] = number
    return tensor._replace(data=data)


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
