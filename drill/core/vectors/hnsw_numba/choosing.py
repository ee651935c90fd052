"""The first half of INSERT: each node of a batch searches the graph as it is and chooses its neighbors.

Nothing in the graph changes, so threads share the batch. Leaves out the links themselves (linking.py).
"""

import numpy as np

from drill.core.infer.arrays import Array
from drill.core.vectors.hnsw_numba.beam import key_in, key_of, node_in, packed, place_in, put, search_layer
from drill.core.vectors.hnsw_numba.jit import Entry, part, shared
from drill.core.vectors.hnsw_numba.records import Chosen, Int, Links, Room, Vectors
from drill.core.vectors.hnsw_numba.searching import NOT_FOLLOWED, descend


@shared
def select_neighbors_heuristic(vectors: Vectors, beam: Array, size: Int, nodes: Array, keys: Array) -> None:
    """Choose from a beam, nearest first, what no chosen one covers; -1 after the last in `nodes` [M]."""
    kept = 0
    for pair in beam[:size]:
        if kept == len(nodes):
            break
        key, node = key_in(pair), node_in(pair)
        address = vectors.address + node * vectors.stride
        covered = False
        for other in range(kept):
            between = key_of(vectors, address, np.int64(nodes[other]))
            if between < key or (between == key and keys[other] == key):
                covered = True
                break
        if not covered:
            nodes[kept], keys[kept] = node, key
            kept += 1
    for number in range(kept, len(nodes)):
        nodes[number] = -1


@part
def add_mates(beam: Array, size: Int, ef: Int, mates: Array, levels: Array, level: Int) -> Int:
    """Merge the batch's earlier nodes that reach a layer into the beam; return its size."""
    for pair in mates:
        if levels[node_in(pair)] >= level and (size < ef or pair < beam[size - 1]):
            size = min(size + 1, ef)
            put(beam, place_in(beam, size - 1, pair), size - 1, pair)
    return size


def _choose_run(  # noqa: PLR0913, PLR0917 - what a thread needs
    vectors: Vectors,
    links: Links,
    room: Room,
    run: tuple[int, int, int],
    ef: Int,
    mates: Array,
    chosen: Chosen,
) -> None:
    """Choose for nodes from run[0] below run[1], of a batch that begins at run[2]; mates int64 [batch]."""
    first, last, batch = run
    for node in range(first, last):
        query = vectors.address + node * vectors.stride
        for mate in range(batch, node):
            mates[mate - batch] = packed(key_of(vectors, query, mate), mate)
        own = np.int64(links.levels[node])
        if links.top >= 0:
            descend(vectors, links, room, query, own)
        for level in range(own, -1, -1):
            size, entry = 0, room.beam[0]
            if level <= links.top:
                size = search_layer(vectors, links, room, query, level, ef)
                entry = room.beam[0] & NOT_FOLLOWED
            size = add_mates(room.beam, size, ef, mates[: node - batch], links.levels, level)
            row = chosen.starts[node - batch] + own - level
            select_neighbors_heuristic(vectors, room.beam, size, chosen.nodes[row], chosen.keys[row])
            room.beam[0] = entry


choose_run = Entry(_choose_run)
