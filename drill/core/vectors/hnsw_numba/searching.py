"""K-NN-SEARCH for a run of queries: down the layers greedily, then a beam on layer 0.

Leaves out threads (engine.py).
"""

import numpy as np

from drill.core.infer.arrays import Array
from drill.core.vectors.hnsw_numba.beam import key_in, key_of, node_in, packed, search_layer
from drill.core.vectors.hnsw_numba.filtered import search_allowed
from drill.core.vectors.hnsw_numba.jit import Entry, part
from drill.core.vectors.hnsw_numba.records import Answers, Int, Links, Room, Vectors

NOT_FOLLOWED = ~1
# numba compiles a function anew for a literal number, but not for one of numpy's
GROUND, GREEDY = np.int64(0), np.int64(1)


@part
def descend(vectors: Vectors, links: Links, room: Room, query: Int, to: Int) -> None:
    """Leave in beam[0] the nearest that greedy walks from the top find on the layer above `to`."""
    room.beam[0] = packed(key_of(vectors, query, links.entry), links.entry)
    for level in range(links.top, to, -1):
        search_layer(vectors, links, room, query, level, GREEDY)
        room.beam[0] &= NOT_FOLLOWED


def _search_run(  # noqa: PLR0913, PLR0917 - what a thread needs
    vectors: Vectors, links: Links, room: Room, queries: Int, ef: Int, allowed: Array, answers: Answers
) -> None:
    """Answer one query after the other; `allowed` is empty when all nodes are."""
    count, k = answers.nodes.shape
    for number in range(count):
        query = queries + number * vectors.stride
        room.counts[0] = 0
        descend(vectors, links, room, query, GROUND)
        if len(allowed):
            size = search_allowed(vectors, links, room, query, ef, allowed)
        else:
            size = search_layer(vectors, links, room, query, GROUND, ef)
        for place in range(min(k, size)):
            answers.nodes[number, place] = node_in(room.beam[place])
            answers.keys[number, place] = key_in(room.beam[place])
        answers.visited[number] = room.counts[0]


search_run = Entry(_search_run)
