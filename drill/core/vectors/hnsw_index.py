"""HNSW under the common interface: ids, removal, equal vectors as one node, and which engine runs it.

Leaves out the algorithms: hnsw.py in plain Python, hnsw_numba/ compiled.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import Literal, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike

from drill.core.errors import InputError, MissingError
from drill.core.infer.arrays import Array, Floats, Ints
from drill.core.vectors import checks
from drill.core.vectors.checks import as_ids, as_known_ids, as_rows, check_at_least
from drill.core.vectors.graph import Graph, draw_levels
from drill.core.vectors.hnsw import PlainHnsw
from drill.core.vectors.index import Found, nothing_found
from drill.core.vectors.labels import Labels, fingerprints
from drill.core.vectors.lanes import padded
from drill.core.vectors.lookup import ABSENT, Lookup
from drill.core.vectors.metrics import prepared, reported
from drill.core.vectors.space import Space

EngineName = Literal["python", "numba"]
# the compiled engine counts the links of a row in 16 bits
MOST_LINKS = 1 << 12


class Engine(Protocol):
    """What runs the algorithms on a graph and its vectors."""

    def insert(self, nodes: range) -> None:
        """Link nodes that the graph has but doesn't link yet, a batch at a time."""

    def search(self, queries: Floats, k: int, ef: int, allowed: Array | None) -> tuple[Array, Floats, Array]:
        """Return nodes, keys [q, k] and counts of computed keys [q] for padded queries [q, width]."""


class HnswIndex:
    """A graph of links between near vectors.

    M links a node (2M on layer 0), ef_construction candidates for them; ef_search is what a search takes when
    it names no ef, but at least k. `engine` None: numba where it is installed; both give the same graph and
    the same answers. `threads` is numba's; the graph and the answers don't depend on it.
    """

    kind = "hnsw"

    def __init__(  # noqa: PLR0913 - one argument an option
        self,
        dimension: int,
        metric: str = "l2",
        *,
        M: int = 16,
        ef_construction: int = 200,
        ef_search: int = 50,
        seed: int = 0,
        engine: EngineName | None = None,
        threads: int = 1,
    ) -> None:
        """InputError for an option out of range, MissingError when the engine isn't on this machine."""
        self.dimension = checks.check_dimension(dimension)
        self.metric = checks.check_metric(metric)
        # one link a node makes no graph, and ln(1) is 0
        self.M = checks.check_between("M", M, 2, MOST_LINKS)
        self.ef_construction = check_at_least("ef_construction", ef_construction, 1)
        self.ef_search = check_at_least("ef_search", ef_search, 1)
        self.seed = check_at_least("seed", seed, 0)
        self.graph = Graph(self.M)
        self.space = Space(self.dimension, self.metric)
        self.labels = Labels()
        self.engine = _engine(self, engine, check_at_least("threads", threads, 1))
        self._node_like = Lookup()
        # after loading they are found when something is added
        self.fingerprints_are_known = True

    def __len__(self) -> int:
        return len(self.labels)

    def all_ids(self) -> Ints:
        """Return all ids, sorted."""
        return self.labels.all_ids()

    def rows_of(self, ids: Ints) -> Floats:
        """Return the stored vectors [n, d] of ids that are there."""
        return self.space.rows[self.labels.node_of(ids), : self.dimension]

    def add(self, ids: ArrayLike, vectors: ArrayLike) -> None:
        """Add vectors [n, d] under ids [n]; an id that is there already gets the new vector."""
        given = as_rows(vectors, self.dimension, "vectors")
        new = as_ids(ids, len(given))
        self._take_if_there(new)
        rows = padded(prepared(given, self.metric))
        nodes = self._nodes_for(rows)
        self.labels.give(new, nodes)

    def remove(self, ids: ArrayLike) -> None:
        """Remove ids; InputError when one isn't there. Their nodes stay as way stations, and take room."""
        gone = as_known_ids(ids)
        absent = gone[self.labels.node_of(gone) == ABSENT]
        if absent.size:
            raise InputError(f"id {absent[0]} is not in the index; remove ids that are")
        self.labels.take(gone)

    def search(
        self, queries: ArrayLike, k: int, *, ef: int | None = None, filter: ArrayLike | None = None
    ) -> Found:
        """Return about the k nearest of each query [q, d]; the larger ef, the more of them are right.

        Under a filter the walk passes through everything and returns what the filter lets through.
        InputError when ef < k.
        """
        asked = padded(prepared(as_rows(queries, self.dimension, "query"), self.metric))
        check_at_least("k", k, 1)
        beam = max(self.ef_search, k) if ef is None else checks.check_ef(ef, k)
        may = checks.as_filter(filter)
        found = nothing_found(len(asked), k)
        allowed = self.labels.allowed(may)
        if not len(self.labels) or (allowed is not None and not allowed.any()):
            return found
        # no beam can hold more than all
        beam = min(beam, self.graph.nodes)
        nodes, keys, found.visited[:] = self.engine.search(asked, k, beam, allowed)
        self.labels.fill(found, nodes, reported(keys, self.metric), may)
        return found

    def save(self, path: Path) -> None:
        """Write one file that `opening.load` reads; FileError when it can't be written."""
        from drill.core.vectors.hnsw_file import save

        save(self, path)

    def _take_if_there(self, ids: Ints) -> None:
        there = ids[self.labels.node_of(ids) != ABSENT]
        if there.size:
            self.labels.take(there)

    def _nodes_for(self, rows: Floats) -> Ints:
        """Return the node of each row: one that has an equal vector, or a new one."""
        self._know_fingerprints()
        prints = fingerprints(rows)
        _, first, which = np.unique(prints, return_index=True, return_inverse=True)
        nodes = self._known_nodes(prints, rows)
        # a row follows the first one that is equal to it; where only fingerprints are, it stands for itself
        leader = first[which]
        later = np.flatnonzero(leader != np.arange(len(rows)))
        apart = later[(rows[later] != rows[leader[later]]).any(axis=1)]
        leader[apart] = apart
        fresh = np.flatnonzero((nodes == ABSENT) & (leader == np.arange(len(rows))))
        nodes[fresh] = self._insert(rows[fresh])
        self._node_like.put(prints[fresh], nodes[fresh])
        return np.where(nodes == ABSENT, nodes[leader], nodes)

    def _know_fingerprints(self) -> None:
        if not self.fingerprints_are_known:
            nodes = self.space.nodes
            self._node_like.put(fingerprints(self.space.rows[:nodes]), np.arange(nodes))
            self.fingerprints_are_known = True

    def _known_nodes(self, prints: Ints, rows: Floats) -> Ints:
        """Return the node whose vector is equal to each row, ABSENT where there is none."""
        nodes = self._node_like.find(prints)
        known = np.flatnonzero(nodes != ABSENT)
        other = known[(self.space.rows[nodes[known]] != rows[known]).any(axis=1)]
        nodes[other] = ABSENT
        return nodes

    def _insert(self, rows: Floats) -> Ints:
        nodes = range(self.space.nodes, self.space.nodes + len(rows))
        self.space.append(rows)
        self.labels.grow(len(rows))
        self.graph.grow(draw_levels(self.seed, self.M, nodes))
        self.engine.insert(nodes)
        return np.arange(nodes.start, nodes.stop)


def _engine(index: HnswIndex, name: EngineName | None, threads: int) -> Engine:
    has_numba = find_spec("numba") is not None
    if name == "numba" and not has_numba:
        raise MissingError("numba is not installed; pip install 'drill[fast]', or take engine python")
    if name == "python" or (name is None and not has_numba):
        return PlainHnsw(index.space, index.graph, index.ef_construction)
    from drill.core.vectors.hnsw_numba.engine import NumbaHnsw

    return cast("Engine", NumbaHnsw(index.space, index.graph, index.ef_construction, threads=threads))
