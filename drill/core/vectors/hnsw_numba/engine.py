"""The compiled engine: owns working memory, cuts batches and queries into a run a thread.

Leaves out what runs do (choosing.py, linking.py, searching.py).
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from drill.core.infer.arrays import Array, Floats
from drill.core.vectors.graph import NO_LINK, Graph
from drill.core.vectors.hnsw import batches
from drill.core.vectors.hnsw_numba.choosing import choose_run
from drill.core.vectors.hnsw_numba.filtered import search_allowed_run
from drill.core.vectors.hnsw_numba.linking import link_run
from drill.core.vectors.hnsw_numba.records import (
    Answers,
    Chosen,
    Links,
    Memory,
    Room,
    Sieve,
    Tray,
    Vectors,
)
from drill.core.vectors.hnsw_numba.searching import search_run
from drill.core.vectors.lanes import LANES
from drill.core.vectors.space import Space


class NumbaHnsw:
    """What PlainHnsw does, by as many threads as are asked for; it takes one call at a time."""

    def __init__(self, space: Space, graph: Graph, ef_construction: int, *, threads: int = 1) -> None:
        self.space = space
        self.graph = graph
        self.ef_construction = ef_construction
        self.threads = threads
        self._pool: ThreadPoolExecutor | None = None
        self._rooms: list[Room] = []

    def insert(self, nodes: range) -> None:
        """Link nodes that the graph has but doesn't link yet, a batch at a time."""
        memory = memory_of(self.graph)
        for batch in batches(nodes):
            self.link(batch, self.choose(batch), memory)
            self.graph.enter_at(batch)

    def choose(self, batch: range) -> Chosen:
        """Let each node of a batch choose its neighbors."""
        vectors, links, chosen = self._vectors(), self._links(), self._chosen(batch)
        # no beam can hold more than all
        runs, ef = self._runs(batch.start, batch.stop), min(self.ef_construction, self.graph.nodes)
        self._together(
            choose_run,
            [
                (vectors, links, room, (*run, batch.start), ef, np.empty(len(batch), np.int64), chosen)
                for room, run in zip(self._ready_rooms(ef), runs, strict=False)
            ],
        )
        return chosen

    def link(self, batch: range, chosen: Chosen, memory: Memory) -> None:
        """Link the nodes of a batch as they chose, and those they chose back."""
        vectors, links, ends = self._vectors(), self._links(), (batch.start, batch.stop)
        self._together(
            link_run,
            [
                (vectors, links, memory, _tray(self.graph.M), ends, (turn, self.threads), chosen)
                for turn in range(self.threads)
            ],
        )

    def search(self, queries: Floats, k: int, ef: int, allowed: Array | None) -> tuple[Array, Floats, Array]:
        """Return nodes and keys [q, k], -1 and inf where there are fewer, and counts of computed keys [q]."""
        shape = (len(queries), k)
        answers = Answers(
            np.full(shape, NO_LINK, np.int32),
            np.full(shape, np.inf, np.float32),
            np.zeros(len(queries), np.int64),
        )
        vectors, links, runs = self._vectors(), self._links(), self._runs(0, len(queries))
        calls = [
            (vectors, links, room, queries[a:b].ctypes.data, ef, Answers(*(each[a:b] for each in answers)))
            for room, (a, b) in zip(self._ready_rooms(ef), runs, strict=False)
        ]
        if allowed is None:
            self._together(search_run, calls)
        else:
            self._together(search_allowed_run, [(*call, self._sieve(allowed)) for call in calls])
        return answers.nodes, answers.keys, answers.visited

    def _together(self, run: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> None:
        """Make all calls, each in a thread when there are several; wait for all."""
        if len(calls) == 1:
            run(*calls[0])
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="hnsw")
        for future in [self._pool.submit(run, *call) for call in calls]:
            future.result()

    def _runs(self, first: int, last: int) -> list[tuple[int, int]]:
        """Cut a range into a part a thread, none of them empty."""
        cuts = np.linspace(first, last, min(self.threads, last - first) + 1).astype(int).tolist()
        return list(pairwise(cuts))

    def _vectors(self) -> Vectors:
        rows = self.space.rows
        width = rows.shape[1]
        return Vectors(rows.ctypes.data, 4 * width, width // LANES, self.space.by_dot)

    def _links(self) -> Links:
        graph = self.graph
        return Links(graph.base, graph.upper, graph.levels, graph.offsets, graph.entry, graph.top)

    def _chosen(self, nodes: range) -> Chosen:
        layers = self.graph.levels[nodes.start : nodes.stop].astype(np.int64) + 1
        shape = (int(layers.sum()), self.graph.M)
        return Chosen(
            np.full(shape, NO_LINK, np.int32), np.empty(shape, np.float32), np.cumsum(layers) - layers
        )

    def _sieve(self, allowed: Array) -> Sieve:
        return Sieve(allowed, np.empty(len(self.graph.levels) + 1, np.int64))

    def _ready_rooms(self, ef: int) -> list[Room]:
        """Return working memory for each thread, as large as the graph and the beam ask for."""
        nodes = len(self.graph.levels)
        while len(self._rooms) < self.threads:
            self._rooms.append(_room(nodes, ef, self.graph.M))
        for number, room in enumerate(self._rooms):
            if len(room.visited) != nodes or len(room.beam) <= ef:
                self._rooms[number] = _room(nodes, ef, self.graph.M)
        return self._rooms


def _room(nodes: int, ef: int, M: int) -> Room:
    return Room(
        np.zeros(nodes, np.uint8),
        np.zeros(1, np.uint8),
        np.empty(ef + 1, np.int64),
        np.empty(2 * M, np.int32),
        np.zeros(1, np.int64),
    )


def memory_of(graph: Graph) -> Memory:
    """Return room to remember keys in: pages that no link touches take no memory."""
    return Memory(
        np.empty(graph.base.shape, np.float32),
        np.empty(graph.upper.shape, np.float32),
        np.zeros(len(graph.base), np.int16),
        np.zeros(len(graph.upper), np.int16),
    )


def _tray(M: int) -> Tray:
    size = 2 * M + 1
    return Tray(
        np.empty(size, np.int32),
        np.empty(size, np.float32),
        np.empty(size, np.bool_),
        np.empty(size, np.bool_),
    )
