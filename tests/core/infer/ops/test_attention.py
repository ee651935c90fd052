"""The three attentions: the obvious one against a loop, the fast ones against the obvious one."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.infer.arrays import Array, Floats
from drill.core.infer.ops.attention import attention
from drill.core.infer.ops.batched_attention import batched_attention
from drill.core.infer.ops.masks import additive, causal
from drill.core.infer.ops.online_attention import online_attention

Attention = Callable[[Array, Array, Array, Array], Array]


def online(q: Array, k: Array, v: Array, mask: Array) -> Floats:
    return online_attention(q, k, v, mask, block=2)


every = pytest.mark.parametrize("attend", [attention, batched_attention, online])


def draw(
    seed: int, *, kv_heads: int = 3, group: int = 3, queries: int = 4, keys: int = 7, size: int = 5
) -> tuple[Floats, Floats, Floats]:
    rng = np.random.default_rng(seed)
    shapes = (kv_heads * group, queries, size), (kv_heads, keys, size), (kv_heads, keys, size)
    q, k, v = (rng.standard_normal(shape).astype(np.float32) for shape in shapes)
    return q, k, v


def specification(q: Floats, k: Floats, v: Floats, mask: Floats) -> list[list[list[float]]]:
    heads, queries, size = q.shape
    out = []
    for h in range(heads):
        kv = h // (heads // len(k))
        rows = []
        for i in range(queries):
            seen = [j for j in range(k.shape[1]) if mask[i, j] != -np.inf]
            scores = [
                math.fsum((q[h, i] * k[kv, j]).tolist()) / math.sqrt(size) + float(mask[i, j]) for j in seen
            ]
            weights = [math.exp(score - max(scores)) for score in scores]
            total = math.fsum(weights) or 1.0
            rows.append(
                [
                    math.fsum(w * float(v[kv, j, c]) for w, j in zip(weights, seen, strict=True)) / total
                    for c in range(size)
                ]
            )
        out.append(rows)
    return out


@every
@pytest.mark.parametrize(("kv_heads", "group"), [(3, 3), (1, 4), (4, 1)])
def test_is_the_loop(attend: Attention, kv_heads: int, group: int) -> None:
    q, k, v = draw(1, kv_heads=kv_heads, group=group)
    mask = additive(causal(4, 7))
    np.testing.assert_allclose(attend(q, k, v, mask), specification(q, k, v, mask), atol=2e-6)


@every
def test_numbers_in_the_mask_are_added(attend: Attention) -> None:
    q, k, v = draw(2)
    mask = additive(causal(4, 7)) - np.abs(np.arange(7) - 3).astype(np.float32)
    np.testing.assert_allclose(attend(q, k, v, mask), specification(q, k, v, mask), atol=2e-6)


@every
def test_a_window_is_a_mask(attend: Attention) -> None:
    q, k, v = draw(3)
    mask = additive(causal(4, 7, window=2))
    alone = attend(q[:, 3:], k[:, 5:7], v[:, 5:7], np.zeros((1, 2), dtype=np.float32))
    np.testing.assert_allclose(attend(q, k, v, mask)[:, 3:], alone, atol=1e-6)


@every
def test_a_query_that_sees_nothing_gives_zeros(attend: Attention) -> None:
    q, k, v = draw(4)
    mask = additive(causal(4, 7))
    mask[1] = -np.inf
    got = attend(q, k, v, mask)
    assert not got[:, 1].any()
    np.testing.assert_allclose(got[:, 2], np.array(specification(q, k, v, mask))[:, 2], atol=2e-6)


@every
@pytest.mark.parametrize("poison", [np.nan, np.inf, 1e30])
def test_what_lies_in_masked_slots_does_not_leak(attend: Attention, poison: float) -> None:
    q, k, v = draw(5, keys=9)
    mask = np.full((4, 9), -np.inf, dtype=np.float32)
    mask[:, 2:6] = additive(causal(4, 4))
    clean = attend(q, k, v, mask)
    k[:, [0, 1, 6, 7, 8]] = poison
    v[:, [0, 1, 6, 7, 8]] = poison
    np.testing.assert_array_equal(attend(q, k, v, mask), clean)


def test_one_query_may_see_nan_and_its_neighbour_not() -> None:
    q, k, v = draw(6, queries=2, keys=2)
    k[:, 1], v[:, 1] = np.nan, np.nan
    got = attention(q, k, v, additive(causal(2, 2)))
    np.testing.assert_array_equal(got[:, 0], np.repeat(v[:, 0], 3, axis=0))
    assert np.isnan(got[:, 1]).all()


@every
def test_large_scores_do_not_overflow(attend: Attention) -> None:
    q, k, v = draw(7)
    got = attend(q * np.float32(1e3), k * np.float32(1e3), v, additive(causal(4, 7)))
    assert np.isfinite(got).all()


@every
def test_halves_are_summed_in_float32(attend: Attention) -> None:
    k = np.zeros((1, 4099, 1), dtype=np.float16)
    v = np.ones_like(k)
    assert attend(k[:, :1], k, v, np.zeros((1, 4099), dtype=np.float32))[0, 0, 0] == pytest.approx(
        1, rel=1e-6
    )


@every
@pytest.mark.parametrize("wide", range(5))
def test_floats_come_back_as_wide_as_the_widest(attend: Attention, wide: int) -> None:
    arrays = [*draw(10), additive(causal(4, 7))]
    if wide < 4:
        arrays[wide] = arrays[wide].astype(np.float64)
    got = attend(*arrays)
    assert got.dtype == (np.float64 if wide < 4 else np.float32)
    np.testing.assert_allclose(got, attention(*draw(10), additive(causal(4, 7))), atol=2e-6)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10_000),
    st.integers(1, 3),
    st.integers(1, 4),
    st.integers(1, 6),
    st.integers(0, 8),
    st.data(),
)
def test_the_fast_ones_equal_the_obvious_one(
    seed: int, kv_heads: int, group: int, queries: int, before: int, data: st.DataObject
) -> None:
    keys = before + queries
    q, k, v = draw(seed, kv_heads=kv_heads, group=group, queries=queries, keys=keys)
    mask = additive(causal(queries, keys, data.draw(st.none() | st.integers(1, keys))))
    expected = attention(q, k, v, mask)
    np.testing.assert_allclose(batched_attention(q, k, v, mask), expected, atol=2e-6)
    block = data.draw(st.integers(1, keys + 2))
    np.testing.assert_allclose(online_attention(q, k, v, mask, block=block), expected, atol=2e-6)


def test_no_mask_is_a_mask_of_zeros() -> None:
    q, k, v = draw(8)
    zeros = np.zeros((4, 7), dtype=np.float32)
    np.testing.assert_array_equal(batched_attention(q, k, v), batched_attention(q, k, v, zeros))


def test_equal_to_torch() -> None:
    torch = pytest.importorskip("torch")
    q, k, v = draw(9)
    seen = causal(4, 7, window=3)
    expected = torch.nn.functional.scaled_dot_product_attention(
        *(torch.tensor(x)[None] for x in (q, k, v)), attn_mask=torch.tensor(seen), enable_gqa=True
    )
    np.testing.assert_allclose(attention(q, k, v, additive(seen)), expected[0].numpy(), atol=2e-6)
