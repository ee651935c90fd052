"""Links as arrays, and levels; pitfall 86."""

from unittest.mock import Mock

import numpy as np
import pytest

from drill.core.vectors.graph import Graph, draw_levels


def test_levels_thin_out_by_m() -> None:
    levels = draw_levels(1, 8, range(100_000))
    for level in range(1, 4):
        assert np.mean(levels >= level) == pytest.approx(8.0**-level, rel=0.3)


def test_levels_depend_on_seed_and_number_alone() -> None:
    whole = draw_levels(3, 4, range(100))
    assert np.array_equal(whole[40:60], draw_levels(3, 4, range(40, 60)))
    assert not np.array_equal(whole, draw_levels(4, 4, range(100)))


def test_a_draw_of_zero_is_a_level_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """U lies in (0, 1]: ln(0) would be a level without end."""
    zeros = Mock(return_value=Mock(random=np.zeros))
    monkeypatch.setattr("numpy.random.Generator", zeros)
    assert draw_levels(0, 2, range(3)).tolist() == [0, 0, 0]


def test_rows_of_layers_lie_apart() -> None:
    graph = Graph(2)
    assert graph.grow(np.array([0, 2, 1], np.uint8)) == range(3)
    assert graph.grow(np.array([1], np.uint8)) == range(3, 4)
    for node, levels in enumerate([1, 3, 2, 2]):
        for level in range(levels):
            graph.link(node, level, [node, level])
    for node, levels in enumerate([1, 3, 2, 2]):
        for level in range(levels):
            assert graph.neighbors(node, level) == [node, level]
    assert graph.upper_rows == 4
    graph.link(1, 2, [])
    assert graph.neighbors(1, 2) == []


def test_capacities() -> None:
    assert [Graph(16).capacity(level) for level in range(3)] == [32, 16, 16]


def test_layer_0_takes_8m_bytes_a_node() -> None:
    graph = Graph(16)
    graph.grow(np.zeros(1000, np.uint8))
    assert graph.base.nbytes == 1000 * 8 * 16


def test_the_entry_moves_only_when_the_level_rises() -> None:
    """Pitfall 89."""
    graph, entries = Graph(2), []
    for level in (0, 0, 2, 2, 1, 3):
        graph.enter_at(graph.grow(np.array([level], np.uint8)))
        entries.append((graph.entry, graph.top))
    assert entries == [(0, 0), (0, 0), (2, 2), (2, 2), (2, 2), (5, 3)]
