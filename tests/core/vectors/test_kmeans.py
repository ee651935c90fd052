"""Clustering: seeds, steps, empty cells; pitfall 92."""

from collections.abc import Callable

import numpy as np
import pytest

from drill.core.infer.arrays import Floats
from drill.core.vectors import kmeans as module
from drill.core.vectors.kmeans import assign, inertia, kmeans


def test_clusters_far_apart_are_found(clustered: Callable[..., Floats], rng: np.random.Generator) -> None:
    """Seeds at random would leave several clusters of eight without one; by k-means++ hardly any."""
    rows = clustered(400, 6, 8, spread=0.05)
    cells = assign(rows, kmeans(rows, 8, rng), by_dot=False)
    of_clusters = [frozenset(cells[start : start + 50].tolist()) for start in range(0, 400, 50)]
    assert len(set(of_clusters)) >= 7
    assert len(set(cells.tolist())) == 8


def test_the_same_seed_gives_the_same_centers(rng: np.random.Generator) -> None:
    rows = rng.standard_normal((300, 4)).astype(np.float32)
    one, same, other = (kmeans(rows, 10, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_steps_make_inertia_smaller(rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = rng.standard_normal((500, 4)).astype(np.float32)
    found = []
    for steps in (0, 1, 4, 12):
        monkeypatch.setattr(module, "STEPS", steps)
        found.append(inertia(rows, kmeans(rows, 12, np.random.default_rng(5))))
    assert found == sorted(found, reverse=True)
    assert found[-1] < 0.9 * found[0]


def test_an_empty_cell_is_seeded_anew() -> None:
    """Two centers on one spot: the second gets no vector, and moves to the one furthest away."""
    rows = np.array([[0.0], [0.1], [9.0], [10.0]], np.float32)
    moved = module._means(rows, np.array([[5.0], [5.0]], np.float32))
    assert sorted(moved[:, 0].tolist()) == pytest.approx([4.775, 10.0])


def test_fewer_different_vectors_than_cells(rng: np.random.Generator) -> None:
    centers = kmeans(np.repeat(np.eye(2, dtype=np.float32), 10, axis=0), 5, rng)
    assert np.isfinite(centers).all()
    assert {tuple(center) for center in centers.tolist()} == {(1, 0), (0, 1)}


def test_as_many_cells_as_vectors(rng: np.random.Generator) -> None:
    rows = rng.standard_normal((9, 3)).astype(np.float32)
    assert inertia(rows, kmeans(rows, 9, rng)) == 0


def test_spherical_centers_have_length_1(rng: np.random.Generator) -> None:
    centers = kmeans(rng.standard_normal((200, 5)).astype(np.float32), 7, rng, spherical=True)
    np.testing.assert_allclose(np.linalg.norm(centers, axis=1), 1, rtol=1e-6)


def test_assignment_by_inner_product_differs_from_that_by_distance() -> None:
    centers = np.array([[1, 0], [10, 1]], np.float32)
    near_the_first = np.array([[1, 0]], np.float32)
    assert assign(near_the_first, centers, by_dot=False).tolist() == [0]
    assert assign(near_the_first, centers, by_dot=True).tolist() == [1]


def test_only_a_sample_of_many_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, rng: np.random.Generator
) -> None:
    monkeypatch.setattr(module, "SAMPLE", 10)
    rows = rng.standard_normal((5000, 2)).astype(np.float32)
    assert kmeans(rows, 4, rng).shape == (4, 2)
