"""The torch op set against numpy's, one by one and as whole models, on the devices that are here."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from drill.core.infer.arrays import Floats
from drill.core.infer.backends.numpy_ops import NumpyOps
from drill.core.infer.backends.opset import OpSet, Values
from drill.core.infer.model.config import ModelConfig, Pairing
from drill.core.infer.model.networks import build
from drill.core.infer.weights.random import random_checkpoint

torch = pytest.importorskip("torch")
from drill.core.infer.backends.torch_ops import TorchOps  # noqa: E402 - only where torch is

DEVICES = [
    "cpu",
    pytest.param("cuda", marks=pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")),
]
LLAMA = ModelConfig(
    family="llama", name="toy", layers=2, width=36, heads=9, kv_heads=3, head_dim=4, hidden=20,
    vocabulary=31, context=600, eps=1e-5, rope_dims=4, tied=True,
)  # fmt: skip
CONFIGS = {
    "nine to three": LLAMA,
    "biased, windowed": replace(LLAMA, tied=False, qkv_bias=True, window=3, rope_pairing="interleaved"),
    "head norms": replace(LLAMA, qk_norm=True, head_dim=10, rope_dims=6),
    "gpt2": replace(LLAMA, family="gpt2", heads=9, kv_heads=9),
}
TOKENS = [int(token) for token in np.random.default_rng(2).integers(0, 31, 13)]


def draw(*shape: int) -> Floats:
    return np.random.default_rng(1).standard_normal(shape).astype(np.float32)


@pytest.fixture(params=DEVICES)
def both(request: pytest.FixtureRequest) -> tuple[OpSet, OpSet]:
    return NumpyOps(), TorchOps(request.param, "float32")


VECTOR_OPS: dict[str, Callable[[OpSet, Values, Values, Values], Values]] = {
    "rmsnorm": lambda ops, x, weight, _: ops.rmsnorm(x, weight, eps=1e-5),
    "layernorm": lambda ops, x, weight, bias: ops.layernorm(x, weight, bias, eps=1e-5),
    "silu_mul": lambda ops, x, weight, _: ops.silu_mul(x, weight + x),
    "gelu": lambda ops, x, *_: ops.gelu(x),
    "linear": lambda ops, x, _, bias: ops.linear(x, x, bias[:5]),
    "no bias": lambda ops, x, *_: ops.linear(x, x),
}


@pytest.mark.parametrize("op", VECTOR_OPS)
def test_ops_on_vectors(both: tuple[OpSet, OpSet], op: str) -> None:
    arrays = draw(5, 8), draw(8), draw(2, 8)[1]
    expected, got = (ops.floats(VECTOR_OPS[op](ops, *map(ops.put, arrays))) for ops in both)
    np.testing.assert_allclose(got, expected, atol=2e-6)


@pytest.mark.parametrize("pairing", ["halves", "interleaved"])
def test_rotations_far_out(both: tuple[OpSet, OpSet], pairing: Pairing) -> None:
    results = []
    for ops in both:
        step = ops.step([0, 0, 0], [0, 999, 100_000], 1)
        by = ops.rotation(step.positions, ops.put_exact(np.array([1.0, 0.37, 0.01])))
        results.append(ops.floats(ops.rotate(ops.put(draw(3, 2, 8)), by, pairing=pairing)))
    np.testing.assert_allclose(results[1], results[0], atol=2e-6)


@pytest.mark.parametrize("window", [None, 2])
def test_attention_over_stored_slots(both: tuple[OpSet, OpSet], window: int | None) -> None:
    results = []
    for ops in both:
        step = ops.step([0, 0], [3, 4], 5)
        keys, values = ops.put(draw(3, 8, 4)), ops.put(draw(3, 8, 4) + 1)
        ops.store(keys, ops.put(draw(2, 3, 4)), step.positions)
        seen = ops.visible(step.positions, 5, window)
        results.append(ops.floats(ops.attention(ops.put(draw(2, 9, 4)), keys[:, :5], values[:, :5], seen)))
    assert results[0].shape == (2, 36)
    np.testing.assert_allclose(results[1], results[0], atol=2e-6)


def through(config: ModelConfig, ops: OpSet, chunk: int) -> Floats:
    model = build(random_checkpoint(config, np.random.default_rng(4)), ops)
    cache, rows = model.new_cache(len(TOKENS)), []
    for at in range(0, len(TOKENS), chunk):
        new = TOKENS[at : at + chunk]
        rows.append(model.forward(new, range(at, at + len(new)), cache, every=True))
    return np.concatenate(rows)


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize("chunk", [1, 5, 13])
def test_models_agree_in_float32(both: tuple[OpSet, OpSet], name: str, chunk: int) -> None:
    expected, got = (through(CONFIGS[name], ops, chunk) for ops in both)
    np.testing.assert_allclose(got, expected, atol=3e-5)


def test_bfloat16_is_near() -> None:
    expected, got = through(LLAMA, NumpyOps(), 5), through(LLAMA, TorchOps("cpu", "bfloat16"), 5)
    assert got.dtype == np.float32
    scale = expected.std()
    assert 1e-4 * scale < np.sqrt(np.mean((got - expected) ** 2)) < 0.05 * scale


@pytest.mark.gpu
@pytest.mark.skipif(not torch.cuda.is_available(), reason="no CUDA device")
def test_recorded_steps_go_on_across_their_span_and_after_a_rewind() -> None:
    checkpoint = random_checkpoint(LLAMA, np.random.default_rng(4))
    expected, got = build(checkpoint, NumpyOps()), build(checkpoint, TorchOps("cuda", "float32"))
    caches = expected.new_cache(300), got.new_cache(300)
    for step in range(290):
        if step == 270:
            for cache in caches:
                cache.rewind(100)
        at = caches[0].length
        rows = [
            model.forward([step % 31], [at], cache)
            for model, cache in zip((expected, got), caches, strict=True)
        ]
        np.testing.assert_allclose(rows[1], rows[0], atol=3e-5)
