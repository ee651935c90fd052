"""An HNSW index to a file and back: vectors stay in the mapped file, links and ids are read.

The compiled engine checks no bounds, so a link or an entry that leads out of the graph is refused here.
Leaves out the file's format (saving.py).
"""

from pathlib import Path

import numpy as np

from drill.core.errors import InputError
from drill.core.infer.arrays import Array
from drill.core.vectors.graph import Graph
from drill.core.vectors.hnsw_index import EngineName, HnswIndex
from drill.core.vectors.lanes import padded_width
from drill.core.vectors.saving import Stored, write


def save(index: HnswIndex, path: Path) -> None:
    """Write an index; FileError when it can't be written."""
    graph, nodes = index.graph, index.graph.nodes
    numbers = ("dimension", "M", "ef_construction", "ef_search", "seed")
    settings = {name: getattr(index, name) for name in numbers}
    ids, where = index.labels.pairs()
    arrays: dict[str, Array] = {
        "rows": index.space.rows[:nodes],
        "ids": ids,
        "id_nodes": where.astype(np.int32),
        "levels": graph.levels[:nodes],
        "base": graph.base[:nodes],
        "upper": graph.upper[: graph.upper_rows],
    }
    write(path, index.kind, settings | {"metric": index.metric, "entry": graph.entry}, arrays)


def load(stored: Stored, *, engine: EngineName | None, threads: int) -> HnswIndex:
    """Return the index of a file; FileError when what it says about itself can't be."""
    index = _empty(stored, engine, threads)
    levels = stored.array("levels", "|u1", (None,))
    nodes = len(levels)
    rows = stored.array("rows", "<f4", (nodes, padded_width(index.dimension)))
    _fill_graph(stored, index.graph, levels)
    index.space.rows, index.space.nodes = rows, nodes
    _fill_labels(stored, index)
    index.fingerprints_are_known = False
    return index


def _empty(stored: Stored, engine: EngineName | None, threads: int) -> HnswIndex:
    try:
        return HnswIndex(
            stored.number("dimension"),
            stored.text("metric"),
            M=stored.number("M"),
            ef_construction=stored.number("ef_construction"),
            ef_search=stored.number("ef_search"),
            seed=stored.number("seed"),
            engine=engine,
            threads=threads,
        )
    except InputError as error:
        raise stored.wrong(str(error)) from None


def _fill_graph(stored: Stored, graph: Graph, levels: Array) -> None:
    nodes, above = len(levels), int(levels.sum(dtype=np.int64))
    base = stored.array("base", "<i4", (nodes, 2 * graph.M))
    upper = stored.array("upper", "<i4", (above, graph.M))
    entry = stored.number("entry")
    top = int(levels.max(initial=0))
    if not (entry == -1 if nodes == 0 else 0 <= entry < nodes and levels[entry] == top):
        raise stored.wrong("the entry isn't a node of the highest layer")
    reach = np.arange(above) - np.repeat(np.cumsum(levels, dtype=np.int64) - levels, levels) + 1
    if not (_links_are_sound(base, levels, np.zeros(nodes)) and _links_are_sound(upper, levels, reach)):
        raise stored.wrong("a link leads out of the graph")
    if nodes:
        graph.grow(levels)
        graph.base[:], graph.upper[:] = base, upper
        graph.entry, graph.top = entry, top


def _links_are_sound(rows: Array, levels: Array, layer: Array) -> bool:
    """Say whether links lead to nodes of the row's layer, and nothing but -1 follows the first -1."""
    there = rows >= 0
    if (
        rows.min(initial=0) < -1
        or rows.max(initial=-1) >= len(levels)
        or (there[:, 1:] > there[:, :-1]).any()
    ):
        return False
    at, _ = np.nonzero(there)
    return bool((levels[rows[there]] >= layer[at]).all())


def _fill_labels(stored: Stored, index: HnswIndex) -> None:
    ids = stored.array("ids", "<i8", (None,))
    nodes = stored.array("id_nodes", "<i4", (len(ids),)).astype(np.int64)
    if ids.min(initial=0) < 0 or len(np.unique(ids)) != len(ids):
        raise stored.wrong("an id is negative or there twice")
    if nodes.min(initial=0) < 0 or nodes.max(initial=-1) >= index.space.nodes:
        raise stored.wrong("an id belongs to no node")
    index.labels.grow(index.space.nodes)
    index.labels.give(ids, nodes)
