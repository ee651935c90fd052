"""Keys, what is reported of them, and normalizing; pitfall 85."""

import numpy as np
import pytest

from drill.core.vectors.metrics import keys64, normalized, prepared, reported


def test_the_caller_s_vectors_are_not_changed() -> None:
    mine = np.array([[3, 4], [0, -0.0]], np.float32)
    before = mine.copy()
    assert prepared(mine, "cosine")[0].tolist() == pytest.approx([0.6, 0.8])
    assert np.array_equal(mine, before)
    assert not np.shares_memory(prepared(mine, "l2"), mine)


def test_equal_vectors_have_equal_bytes() -> None:
    both = prepared(np.array([[0.0], [-0.0]], np.float32), "l2")
    assert both[0].tobytes() == both[1].tobytes()


@pytest.mark.parametrize("size", [1e-30, 1e-20, 1, 1e18])
def test_any_length_is_normalized(size: float) -> None:
    unit = normalized(np.full((1, 3), size, np.float32))
    assert np.linalg.norm(unit) == pytest.approx(1, abs=1e-6)


def test_zero_has_cosine_distance_1_to_all() -> None:
    zero, other = prepared(np.array([[0, 0], [1, 2]], np.float32), "cosine")
    keys = keys64(np.stack([zero, other]), zero[None], "cosine").astype(np.float32)
    assert reported(keys, "cosine").tolist() == [[1, 1]]


def test_cosine_distances_stay_within_0_and_2() -> None:
    keys = np.array([-1.0000001, 1.0000001, np.inf], np.float32)
    assert reported(keys, "cosine").tolist() == [0, 2, np.inf]


def test_what_is_reported_of_the_other_metrics() -> None:
    rows, query = np.array([[1, 2]], np.float32), np.array([[3, 5]], np.float32)
    assert reported(keys64(rows, query, "l2"), "l2").tolist() == [[13]]
    assert reported(keys64(rows, query, "ip"), "ip").tolist() == [[-13]]


def test_ip_is_not_cosine_unless_normalized(rng: np.random.Generator) -> None:
    rows, query = (
        rng.standard_normal((50, 4)).astype(np.float32),
        rng.standard_normal((1, 4)).astype(np.float32),
    )
    by_angle = keys64(normalized(rows), query, "cosine").argmin()
    assert keys64(rows * np.linspace(1, 50, 50)[:, None], query, "ip").argmin() != by_angle
    assert keys64(normalized(rows), query, "ip").argmin() == by_angle
