"""Recall at equal parameters beside hnswlib, where it is installed.

Leaves out speed (tests/benchmarks/vectors.py).
"""

from importlib import import_module

import numpy as np
import pytest

pytest.importorskip("numba")
pytest.importorskip("hnswlib")

from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.hnsw_index import HnswIndex
from drill.core.vectors.index import Found
from drill.core.vectors.recall import recall

COUNT, WIDTH = 3000, 32


def test_recall_is_level_with_hnswlib(rng: np.random.Generator) -> None:
    centers = rng.standard_normal((60, WIDTH))
    rows = (centers[np.arange(COUNT) % 60] + 0.7 * rng.standard_normal((COUNT, WIDTH))).astype(np.float32)
    queries = (centers[np.arange(500) % 60] + 0.7 * rng.standard_normal((500, WIDTH))).astype(np.float32)
    index, exact = HnswIndex(WIDTH, M=8, ef_construction=80, engine="numba"), FlatIndex(WIDTH)
    for one in (index, exact):
        one.add(np.arange(COUNT), rows)
    peer = import_module("hnswlib").Index("l2", WIDTH)
    peer.init_index(COUNT, M=8, ef_construction=80, random_seed=1)
    peer.add_items(rows, num_threads=1)
    truth = exact.search(queries, 10)
    for ef in (20, 60):
        peer.set_ef(ef)
        ids, distances = peer.knn_query(queries, 10, num_threads=1)
        theirs = recall(Found(ids.astype(np.int64), distances, truth.visited), truth)
        assert recall(index.search(queries, 10, ef=ef), truth) > theirs - 0.015
