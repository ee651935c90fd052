"""SEARCH-LAYER under a filter: candidates in a heap of their own, for not all that is walked is returned.

Compiled by the first search that has a filter. Leaves out the search without one (beam.py): it needs no heap.
"""

import numpy as np

from drill.core.infer.arrays import Array
from drill.core.vectors.hnsw_numba.beam import (
    gather_fresh,
    key_in,
    key_of,
    new_stamp,
    node_in,
    packed,
    place_in,
    put,
    row_of,
)
from drill.core.vectors.hnsw_numba.jit import Entry, part, shared
from drill.core.vectors.hnsw_numba.records import Answers, Int, Links, Room, Sieve, Vectors
from drill.core.vectors.hnsw_numba.searching import GROUND, descend, write_answer


@part
def push(heap: Array, size: Int, entry: Int) -> None:
    """Add to a heap of `size` whose smallest is on top."""
    at = size
    while at > 0 and heap[(at - 1) >> 1] > entry:
        heap[at] = heap[(at - 1) >> 1]
        at = (at - 1) >> 1
    heap[at] = entry


@part
def pop(heap: Array, size: Int) -> Int:
    """Take the smallest from a heap of `size` >= 1."""
    smallest, last = heap[0], heap[size - 1]
    at, child, left = 0, 1, size - 1
    while child < left:
        if child + 1 < left and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= last:
            break
        heap[at] = heap[child]
        at, child = child, 2 * child + 1
    heap[at] = last
    return smallest


@part
def offer(beam: Array, size: Int, ef: Int, entry: Int) -> Int:
    """Put a pair into a beam of at most ef if it is among the nearest; return the beam's size."""
    if size == ef and entry > beam[size - 1]:
        return size
    size = min(size + 1, ef)
    put(beam, place_in(beam, size - 1, entry), size - 1, entry)
    return size


@shared
def search_allowed(vectors: Vectors, links: Links, room: Room, query: Int, ef: Int, sieve: Sieve) -> Int:
    """Fill the beam with the ef nearest allowed nodes of layer 0, starting from beam[0]; return how many."""
    beam, heap, allowed = room.beam, sieve.heap, sieve.allowed
    stamp = new_stamp(room)
    entry = beam[0]
    room.visited[node_in(entry)] = stamp
    room.counts[0] += 1
    heap[0] = entry
    # not a plain 1: pop would be compiled once more for it
    waiting, size = np.int64(1), 1 if allowed[node_in(entry)] else 0
    while waiting:
        nearest = pop(heap, waiting)
        waiting -= 1
        if size == ef and nearest > beam[size - 1]:
            break
        count = gather_fresh(vectors, row_of(links, node_in(nearest), GROUND), room, stamp)
        for number in range(count):
            node = np.int64(room.fresh[number])
            key = key_of(vectors, query, node)
            if size == ef and not key < key_in(beam[size - 1]):
                continue
            pair = packed(key, node)
            push(heap, waiting, pair)
            waiting += 1
            if allowed[node]:
                size = offer(beam, size, ef, pair)
    return size


def _search_allowed_run(  # noqa: PLR0913, PLR0917 - what a thread needs
    vectors: Vectors, links: Links, room: Room, queries: Int, ef: Int, answers: Answers, sieve: Sieve
) -> None:
    """Answer one query after the other with nodes that are allowed."""
    for number in range(len(answers.visited)):
        query = queries + number * vectors.stride
        room.counts[0] = 0
        descend(vectors, links, room, query, GROUND)
        size = search_allowed(vectors, links, room, query, ef, sieve)
        write_answer(answers, number, room, size)


search_allowed_run = Entry(_search_allowed_run)
