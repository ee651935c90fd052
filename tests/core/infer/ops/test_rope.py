"""Rotary positions: golden turns, both pairings, long positions, Llama 3's bands."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.infer.model.config import LinearScaling, Llama3Scaling, Pairing
from drill.core.infer.ops.rope import frequencies, rotate, rotation

LLAMA3 = Llama3Scaling(factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0, original_context=8192)
pairings: list[Pairing] = ["halves", "interleaved"]


def turned(values: list[float], position: int, pairing: Pairing, theta: float = 1e4) -> list[float]:
    x = np.array(values, dtype=np.float32)[None, None]
    turn = rotation(np.array([position]), frequencies(rope_dims=len(values), theta=theta))
    row: list[float] = rotate(x, turn, pairing=pairing)[0, 0].tolist()
    return row


def pair(index: int, size: int, pairing: Pairing) -> tuple[int, int]:
    return (index, index + size // 2) if pairing == "halves" else (2 * index, 2 * index + 1)


@pytest.mark.parametrize("pairing", pairings)
@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(-9, 9, width=32), min_size=6, max_size=6), st.integers(0, 100_000))
def test_is_the_loop(pairing: Pairing, values: list[float], position: int) -> None:
    got = turned(values, position, pairing, theta=5e5)
    for i in range(3):
        a, b = pair(i, 6, pairing)
        angle = position * 5e5 ** (-2 * i / 6)
        assert got[a] == pytest.approx(values[a] * math.cos(angle) - values[b] * math.sin(angle), abs=4e-6)
        assert got[b] == pytest.approx(values[a] * math.sin(angle) + values[b] * math.cos(angle), abs=4e-6)


def test_the_turn_is_counterclockwise() -> None:
    # a turn the other way keeps every relative property, so it takes a number to see it
    assert turned([1.0, 0.0], 1, "halves") == pytest.approx([math.cos(1), math.sin(1)])


def test_pairings_differ() -> None:
    values = [1.0, 2.0, 3.0, 4.0]
    slow = 1e4**-0.5
    halves = [math.cos(1) - 3 * math.sin(1), 2 * math.cos(slow) - 4 * math.sin(slow)]
    assert turned(values, 1, "halves")[:2] == pytest.approx(halves)
    neighbours = [math.cos(1) - 2 * math.sin(1), math.sin(1) + 2 * math.cos(1)]
    assert turned(values, 1, "interleaved")[:2] == pytest.approx(neighbours)


@pytest.mark.parametrize("pairing", pairings)
def test_components_beyond_the_rotated_ones_stay(pairing: Pairing) -> None:
    x = np.arange(16, dtype=np.float32).reshape(2, 1, 8)
    turn = rotation(np.array([3, 4]), frequencies(rope_dims=4, theta=1e4))
    got = rotate(x, turn, pairing=pairing)
    np.testing.assert_array_equal(got[..., 4:], x[..., 4:])
    assert (got[..., :4] != x[..., :4]).all()
    np.testing.assert_array_equal(x, np.arange(16).reshape(2, 1, 8))


def test_scores_depend_on_the_distance_alone() -> None:
    rng = np.random.default_rng(1)
    q, k = rng.standard_normal((2, 1, 1, 8)).astype(np.float32)
    per_position = frequencies(rope_dims=8, theta=1e4)

    def score(query_at: int, key_at: int) -> float:
        a = rotate(q, rotation(np.array([query_at]), per_position), pairing="halves")
        b = rotate(k, rotation(np.array([key_at]), per_position), pairing="halves")
        return float((a * b).sum())

    assert score(7, 3) == pytest.approx(score(5007, 5003), abs=1e-5)


def test_linear_scaling_divides_the_positions() -> None:
    plain = frequencies(rope_dims=64, theta=1e4)
    scaled = frequencies(rope_dims=64, theta=1e4, scaling=LinearScaling(factor=4.0))
    for position in (0, 3, 4096):
        got, expected = rotation(np.array([position * 4]), scaled), rotation(np.array([position]), plain)
        np.testing.assert_allclose(got.cos, expected.cos, atol=1e-6)
        np.testing.assert_allclose(got.sin, expected.sin, atol=1e-6)
    assert rotation(np.array([1]), scaled).sin[0, 0] == pytest.approx(math.sin(0.25))


def test_llama3_keeps_short_waves_and_slows_long_ones() -> None:
    plain = frequencies(rope_dims=128, theta=5e5)
    scaled = frequencies(rope_dims=128, theta=5e5, scaling=LLAMA3)
    for before, after in zip(plain.tolist(), scaled.tolist(), strict=True):
        wave = 2 * math.pi / before
        if wave < 8192 / 4:
            assert after == before
        elif wave > 8192:
            assert after == pytest.approx(before / 8)
        else:
            smooth = (8192 / wave - 1) / (4 - 1)
            assert after == pytest.approx((1 - smooth) * before / 8 + smooth * before)
    assert (np.diff(scaled) < 0).all()
