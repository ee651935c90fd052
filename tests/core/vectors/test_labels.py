"""Ids of nodes against a plain dict, and fingerprints."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from drill.core.vectors.index import nothing_found
from drill.core.vectors.labels import Labels, fingerprints


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 4)), max_size=40))
def test_ids_come_and_go(steps: list[tuple[int, int]]) -> None:
    """A step takes the id away when it is there, else gives it to the node."""
    labels, plain = Labels(), dict[int, int]()
    labels.grow(5)
    for label, node in steps:
        if label in plain:
            labels.take(np.array([label]))
            del plain[label]
        else:
            labels.give(np.array([label]), np.array([node]))
            plain[label] = node
    assert labels.all_ids().tolist() == sorted(plain)
    assert len(labels) == len(plain)
    assert labels.dead_nodes == 5 - len(set(plain.values()))
    ids, nodes = labels.pairs()
    assert dict(zip(ids.tolist(), nodes.tolist(), strict=True)) == plain
    assert labels.node_of(np.arange(21)).tolist() == [plain.get(label, -1) for label in range(21)]


def test_several_ids_for_one_new_node() -> None:
    labels = Labels()
    labels.grow(2)
    labels.give(np.array([5, 6, 7]), np.array([1, 0, 1]))
    assert (labels.first[:2].tolist(), labels.others) == ([6, 5], {1: [7]})


def test_copies_fill_the_results_up_to_k() -> None:
    labels = Labels()
    labels.grow(2)
    labels.give(np.array([5, 6, 7, 8]), np.array([0, 0, 0, 1]))
    found = nothing_found(1, 5)
    nodes, keys = np.array([[1, 0, -1, -1, -1]]), np.array([[1, 2, np.inf, np.inf, np.inf]], np.float32)
    labels.fill(found, nodes, keys, None)
    assert found.ids.tolist() == [[8, 5, 6, 7, -1]]
    assert found.distances.tolist() == [[1, 2, 2, 2, np.inf]]
    labels.fill(some := nothing_found(1, 2), nodes, keys, np.array([6, 7]))
    assert some.ids.tolist() == [[6, 7]]


def test_which_nodes_are_allowed() -> None:
    labels = Labels()
    labels.grow(3)
    labels.give(np.array([5, 6]), np.array([0, 2]))
    allowed = labels.allowed(None)
    assert allowed is not None
    assert allowed.tolist() == [1, 0, 1]
    assert labels.allowed(np.array([6, 99])).tolist() == [0, 0, 1]  # type: ignore[union-attr]
    labels.give(np.array([7]), np.array([1]))
    assert labels.allowed(None) is None


def test_fingerprints_are_of_the_bytes(rng: np.random.Generator) -> None:
    rows = rng.standard_normal((10_000, 16)).astype(np.float32)
    rows[5_000:] = rows[:5_000]
    prints = fingerprints(rows)
    assert np.array_equal(prints[:5_000], prints[5_000:])
    assert len(np.unique(prints)) == 5_000
    # one bit, a swap
    changed = rows[:1].copy()
    changed.view(np.uint32)[0, 3] ^= 1 << 31
    assert fingerprints(changed) != prints[:1]
    assert fingerprints(rows[:1, ::-1].copy()) != prints[:1]
