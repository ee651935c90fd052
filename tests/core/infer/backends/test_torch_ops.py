"""The torch op set against numpy's, one by one and as whole models, on the devices that are here."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from drill.core.infer.arrays import Floats
from drill.core.infer.backends.numpy_ops import NumpyOps
from drill.core.infer.backends.opset import OpSet, Step, Values
from drill.core.infer.model.config import ModelConfig, Pairing
from drill.core.infer.model.networks import build
from drill.core.infer.ops.attention import attention
from drill.core.infer.ops.masks import additive, causal
from drill.core.infer.weights.random import random_checkpoint

torch = pytest.importorskip("torch")
from drill.core.infer.backends.torch_ops import DType, TorchOps  # noqa: E402 - only where torch is

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
    "gelu_erf": lambda ops, x, *_: ops.gelu_erf(x),
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


def bfloat16(ops: TorchOps, values: Floats) -> tuple[Values, Floats]:
    """Values as the op set keeps them, and as numpy has those."""
    kept = ops.put(values)
    return kept, ops.floats(kept).astype(np.float64)


@pytest.mark.parametrize("device", DEVICES)
def test_the_mean_of_rmsnorm_is_taken_in_float32(device: str) -> None:
    ops = TorchOps(device, "bfloat16")
    # a scale a row: what a mean in bfloat16 rounds off would move a third of the results
    x, wide = bfloat16(ops, draw(64, 1000) * np.linspace(0.5, 2, 64, dtype=np.float32)[:, None])
    weight, _ = bfloat16(ops, np.ones(1000, np.float32))
    exact = wide / np.sqrt(np.mean(wide**2, axis=-1, keepdims=True) + 1e-5)
    got = ops.floats(ops.rmsnorm(x, weight, eps=1e-5))
    assert np.mean(got != bfloat16(ops, exact.astype(np.float32))[1]) < 0.001


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("queries", [1, 6])
def test_the_softmax_of_attention_is_taken_in_float32(device: str, queries: int) -> None:
    ops = TorchOps(device, "bfloat16")
    # scores of up to forty: bfloat16 would round them by an eighth
    q, wide_q = bfloat16(ops, draw(queries, 9, 64) * 5)
    k, wide_k = bfloat16(ops, draw(3, 300, 64) * 2)
    v, wide_v = bfloat16(ops, draw(3, 300, 64)[:, ::-1].copy())
    step = ops.step([0] * queries, range(300 - queries, 300), 300)
    got = ops.floats(ops.attention(q, k, v, ops.visible(step.positions, 300, None)))
    mask = additive(causal(queries, 300))
    exact = attention(wide_q.transpose(1, 0, 2), wide_k, wide_v, mask).transpose(1, 0, 2)
    # the result itself is rounded, and each weight once more before it meets its value
    np.testing.assert_allclose(got, exact.reshape(queries, -1), atol=0.01)


class Padded:
    """Stands in for the recorder: it runs each step over the slots that a recording would read."""

    def run(self, body: Callable[[Step], Values], step: Step, cache: Any) -> Values:
        return body(step._replace(span=min(256, cache.capacity)))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("recorded", [False, True])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_nan_that_a_broken_step_left_behind_is_gone_after_a_rewind(
    device: str, recorded: bool, dtype: DType
) -> None:
    ops = TorchOps(device, dtype)
    if recorded:
        ops._graphs = Padded()  # type: ignore[assignment]
    model = build(random_checkpoint(LLAMA, np.random.default_rng(4)), ops)
    clean, broken = model.new_cache(300), model.new_cache(300)
    for cache in (clean, broken):
        model.forward(TOKENS, range(13), cache)
    for buffer in (*broken.keys, *broken.values):
        buffer[:, 5:13] = torch.nan
    for cache in (clean, broken):
        cache.rewind(5)
    for tokens in ([3], [1, 4, 1], [5]):
        rows = [model.forward(tokens, range(c.length, c.length + len(tokens)), c) for c in (clean, broken)]
        assert np.isfinite(rows[0]).all()
        np.testing.assert_array_equal(rows[1], rows[0])


@pytest.mark.parametrize("name", CONFIGS)
def test_slots_that_are_not_in_use_are_not_read(name: str) -> None:
    model = build(random_checkpoint(CONFIGS[name], np.random.default_rng(4)), TorchOps("cpu", "float32"))
    clean, poisoned = model.new_cache(40), model.new_cache(40)
    for buffer in (*poisoned.keys, *poisoned.values):
        buffer[:] = torch.nan
    for tokens in (TOKENS[:6], TOKENS[6:7], TOKENS[7:]):
        rows = [
            model.forward(tokens, range(c.length, c.length + len(tokens)), c, every=True)
            for c in (clean, poisoned)
        ]
        assert np.isfinite(rows[0]).all()
        np.testing.assert_array_equal(rows[1], rows[0])


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
