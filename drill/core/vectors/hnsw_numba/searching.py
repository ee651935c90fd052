"""K-NN-SEARCH for a run of queries: down the layers greedily, then a beam on layer 0.

Leaves out filters (filtered.py) and threads (engine.py).
"""

import numpy as np

from drill.core.vectors.hnsw_numba.beam import key_in, key_of, node_in, packed, search_layer
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


@part
def write_answer(answers: Answers, number: Int, room: Room, size: Int) -> None:
    """Copy the nearest of a beam of `size` to a query's place."""
    for place in range(min(answers.nodes.shape[1], size)):
        answers.nodes[number, place] = node_in(room.beam[place])
        answers.keys[number, place] = key_in(room.beam[place])
    answers.visited[number] = room.counts[0]


def _search_run(vectors: Vectors, links: Links, room: Room, queries: Int, ef: Int, answers: Answers) -> None:
    """Answer one query after the other."""
    for number in range(len(answers.visited)):
        query = queries + number * vectors.stride
        room.counts[0] = 0
        descend(vectors, links, room, query, GROUND)
        size = search_layer(vectors, links, room, query, GROUND, ef)
        write_answer(answers, number, room, size)


search_run = Entry(_search_run)
