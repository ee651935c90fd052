"""What the tests of indexes share: clustered data in cluster order, and each engine of HNSW."""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from drill.core.infer.arrays import Floats
from drill.core.vectors.hnsw_index import EngineName, HnswIndex

Clustered = Callable[..., Floats]
Make = Callable[..., HnswIndex]


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)


@pytest.fixture(scope="session")
def clustered() -> Clustered:
    """Return vectors [n, d] in tight clusters, one cluster after the other: what breaks a bad graph."""

    def make(count: int, dimension: int, clusters: int, *, spread: float = 0.1, seed: int = 7) -> Floats:
        source = np.random.default_rng(seed)
        centers = source.standard_normal((clusters, dimension))
        which = np.arange(count) * clusters // count
        return (centers[which] + spread * source.standard_normal((count, dimension))).astype(np.float32)

    return make


@pytest.fixture(scope="session", params=["python", "numba"])
def engine(request: pytest.FixtureRequest) -> EngineName:
    """Each engine that is here."""
    name: EngineName = request.param
    if name == "numba" and find_spec("numba") is None:
        pytest.skip("numba is not installed")
    return name


@pytest.fixture
def make(engine: EngineName) -> Make:
    """Return how to make an index by the engine: make(dimension, metric, **options)."""

    def made(dimension: int, metric: str = "l2", **options: Any) -> HnswIndex:
        return HnswIndex(dimension, metric, **({"M": 6, "ef_construction": 40, "engine": engine} | options))

    return made
