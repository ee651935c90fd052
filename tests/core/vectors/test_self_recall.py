"""Recall of an index that is right, one that is blind, and one that lies about its distances."""

from typing import Any

import numpy as np
import pytest

from drill.core.errors import InputError
from drill.core.vectors.flat import FlatIndex
from drill.core.vectors.index import Found
from drill.core.vectors.self_recall import sample_recall


class Wrong(FlatIndex):
    """Finds the furthest, and says that they are near."""

    def search(self, queries: Any, k: int, **options: Any) -> Found:
        found = super().search(-np.asarray(queries), k, **options)
        return found._replace(distances=np.zeros_like(found.distances))


def filled(index: FlatIndex, size: int) -> FlatIndex:
    index.add(np.arange(size), np.random.default_rng(2).standard_normal((size, 4)))
    return index


@pytest.mark.parametrize("metric", ["l2", "cosine"])
@pytest.mark.parametrize("size", [0, 1, 5, 60])
def test_an_exact_index_finds_all(metric: str, size: int) -> None:
    assert sample_recall(filled(FlatIndex(4, metric), size), 20) == 1.0


def test_duplicates_stand_for_each_other() -> None:
    index = FlatIndex(2)
    index.add(np.arange(50), np.ones((50, 2)))
    assert sample_recall(index, 7) == 1.0


def test_what_an_index_says_of_distances_is_not_believed() -> None:
    assert sample_recall(filled(Wrong(4, "cosine"), 60), 20) < 0.3


def test_a_sample_of_none_measures_nothing() -> None:
    with pytest.raises(InputError, match="sample is 0; give a whole number from 1 on"):
        sample_recall(FlatIndex(2), 0)


def test_missing_results_count_as_missed() -> None:
    class Short(FlatIndex):
        """Finds one of ten."""

        def search(self, queries: Any, k: int, **options: Any) -> Found:
            found = super().search(queries, k, **options)
            found.ids[:, 1:] = -1
            return found

    assert sample_recall(filled(Short(4), 60), 20) == pytest.approx(0.1)
