"""What you may see of the tests: small enough for a debugger."""

import numpy as np
from solution import HNSW, select_neighbors


def test_selects_the_nearest_first():
    """Keeps the nearest two of three candidates, in order."""
    # one candidate in each direction: none is nearer to another than to q
    around = np.array([[2.0, 0.0], [0.0, 1.0], [-3.0, 0.0]])

    assert select_neighbors(np.array([0.0, 0.0]), [1, 0, 2], around, 2) == [1, 0]


def test_finds_the_nearest_of_four():
    """Gives ids from 0 on and finds the nearest two."""
    index = HNSW(2)
    ids = [index.insert(np.array(point)) for point in ([0.0, 0.0], [4.0, 0.0], [0.0, 3.0], [5.0, 5.0])]

    assert ids == [0, 1, 2, 3]
    assert index.search(np.array([4.0, 1.5]), k=2, ef=4) == [1, 3]


def test_every_point_is_on_layer_0():
    """Has every point on layer 0, with a list of links."""
    index = HNSW(1, M=4, seed=1)
    for value in (3.0, 1.0, 2.0):
        index.insert(np.array([value]))

    assert sorted(index.layers[0]) == [0, 1, 2]
    assert all(type(links) is list for links in index.layers[0].values())


def test_finds_points_in_the_plane():
    """Finds nearly every point of a hundred as the nearest to itself."""
    points = np.random.default_rng(0).random((100, 2))
    index = HNSW(2, M=8, ef_construction=50)
    for point in points:
        index.insert(point)

    found = [index.search(point, k=1, ef=100)[0] for point in points]

    assert sum(i == j for i, j in enumerate(found)) >= 98
