"""Both families over random weights: chunks, rewinds, doors; and against a model written as loops.

Leaves out real weights (tests/core/test_golden.py).
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.errors import InputError
from drill.core.infer.arrays import Floats
from drill.core.infer.backends.numpy_ops import NumpyOps
from drill.core.infer.model.config import ModelConfig
from drill.core.infer.model.decoder import Decoder
from drill.core.infer.model.networks import build
from drill.core.infer.weights.random import random_checkpoint


def llama(**changes: object) -> ModelConfig:
    facts: dict[str, object] = {
        "family": "llama", "name": "toy", "layers": 2, "width": 36, "heads": 9, "kv_heads": 3, "head_dim": 4,
        "hidden": 20, "vocabulary": 31, "context": 64, "eps": 1e-5, "rope_dims": 4, "tied": True,
    }  # fmt: skip
    return ModelConfig(**{**facts, **changes})  # type: ignore[arg-type]


GPT2 = ModelConfig(
    family="gpt2", name="toy-gpt2", layers=2, width=24, heads=3, kv_heads=3, head_dim=8, hidden=40,
    vocabulary=31, context=64, eps=1e-5, tied=True,
)  # fmt: skip
CONFIGS = {
    "nine to three": llama(),
    "untied, biased": llama(tied=False, qkv_bias=True, heads=4, kv_heads=4, head_dim=6, rope_dims=6),
    "head norms": llama(qk_norm=True, heads=4, kv_heads=1, head_dim=10, rope_dims=6),
    "window": llama(window=3, rope_pairing="interleaved"),
    "gpt2": GPT2,
}
MODELS = {
    name: build(random_checkpoint(config, np.random.default_rng(7)), NumpyOps())
    for name, config in CONFIGS.items()
}
every_config = pytest.mark.parametrize("name", CONFIGS)


def run(model: Decoder, tokens: list[int], chunks: list[int]) -> Floats:
    """Logits of every token, computed in chunks of the given lengths and then one by one."""
    cache, rows = model.new_cache(len(tokens)), []
    for length in [*chunks, *[1] * len(tokens)]:
        at = cache.length
        new = tokens[at : at + length]
        if new:
            rows.append(model.forward(new, range(at, at + len(new)), cache, every=True))
    return np.concatenate(rows)


@every_config
@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 30), min_size=1, max_size=17), st.lists(st.integers(1, 9), max_size=4))
def test_any_chunking_gives_the_same_logits(name: str, tokens: list[int], chunks: list[int]) -> None:
    model = MODELS[name]
    whole = run(model, tokens, [len(tokens)])
    assert whole.dtype == np.float32
    np.testing.assert_allclose(run(model, tokens, chunks), whole, atol=2e-5)


@every_config
def test_the_last_row_is_the_default(name: str) -> None:
    model, tokens = MODELS[name], [3, 1, 4, 1, 5]
    last = model.forward(tokens, range(5), model.new_cache(5))
    assert last.shape == (31,)
    np.testing.assert_allclose(last, run(model, tokens, [5])[-1], atol=2e-5)


@every_config
def test_after_a_rewind_the_past_is_gone(name: str) -> None:
    model = MODELS[name]
    cache = model.new_cache(9)
    model.forward([1, 2, 3, 30, 29, 28], range(6), cache)
    cache.rewind(3)
    assert cache.length == 3
    again = model.forward([4, 5], range(3, 5), cache)
    np.testing.assert_allclose(again, run(model, [1, 2, 3, 4, 5], [5])[-1], atol=2e-5)


@every_config
def test_stale_slots_may_hold_anything(name: str) -> None:
    model = MODELS[name]
    cache = model.new_cache(8)
    for buffer in [*cache.keys, *cache.values]:
        buffer[:] = np.nan
    got = model.forward([1, 2, 3], range(3), cache, every=True)
    np.testing.assert_array_equal(got, run(model, [1, 2, 3], [3]))


def test_a_window_forgets() -> None:
    model = build(random_checkpoint(llama(layers=1, window=3), np.random.default_rng(3)), NumpyOps())
    far, near = run(model, [9, 1, 2, 3], [4]), run(model, [8, 1, 2, 3], [4])
    np.testing.assert_allclose(far[3], near[3], atol=1e-6)
    assert abs(far[2] - near[2]).max() > 1e-3


def test_what_comes_later_changes_nothing() -> None:
    model = MODELS["nine to three"]
    np.testing.assert_allclose(run(model, [1, 2, 3], [3])[:2], run(model, [1, 2, 9], [3])[:2], atol=1e-6)


def test_sequences_with_caches_of_their_own_are_apart() -> None:
    model = MODELS["nine to three"]
    one, two = model.new_cache(4), model.new_cache(4)
    model.forward([1, 2], range(2), one)
    model.forward([7, 8, 9], range(3), two)
    np.testing.assert_allclose(model.forward([3], [2], one), run(model, [1, 2, 3], [3])[-1], atol=2e-5)


@pytest.mark.parametrize(
    ("tokens", "positions", "message"),
    [
        ([], [], "no tokens"),
        ([31], [2], "token 31: toy knows 0 to 30"),
        ([-1], [2], "token -1"),
        ([1], [3], "positions must go on from 2"),
        ([1, 2], [2], "positions must go on from 2"),
        ([1, 2, 3], [2, 3, 4], "holds 2 of 4"),
    ],
)
def test_what_no_model_can_compute_is_refused(tokens: list[int], positions: list[int], message: str) -> None:
    model = MODELS["nine to three"]
    cache = model.new_cache(4)
    model.forward([1, 2], range(2), cache)
    with pytest.raises(InputError, match=message):
        model.forward(tokens, positions, cache)
    assert cache.length == 2


@pytest.mark.parametrize("other", ["untied, biased", "head norms", "gpt2"])
def test_a_cache_of_a_model_of_another_shape_is_refused(other: str) -> None:
    with pytest.raises(InputError, match=r"toy 2 of 3 of 4; take one from its new_cache$"):
        MODELS["nine to three"].forward([1], [0], MODELS[other].new_cache(4))


def test_a_cache_of_another_kind_is_a_bug() -> None:
    class Strange:
        length, capacity = 0, 9

        def rewind(self, length: int) -> None:
            raise NotImplementedError

    with pytest.raises(TypeError, match="ContiguousCache"):
        MODELS["gpt2"].forward([1], [0], Strange())
