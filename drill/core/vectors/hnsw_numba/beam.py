"""SEARCH-LAYER on a beam that is one sorted array of int64.

    key (32 bits, in an order that integers keep) | node (31 bits) | followed (1 bit)

The plain twin has two heaps; what a beam of ef pushes out, its stop rule would never look at. Leaves out
filters (filtered.py).
"""

import numpy as np

from drill.core.infer.arrays import Array
from drill.core.vectors.hnsw_numba.jit import part, shared
from drill.core.vectors.hnsw_numba.kernels import bits_of, float_of, minus_dot, move, prefetch, squared_l2
from drill.core.vectors.hnsw_numba.records import Float, Int, Links, Room, Vectors

FOLLOWED = 1
LINE = 64
# lines of a vector that are asked for ahead; the CPU guesses the others
AHEAD = 8


@part
def key_of(vectors: Vectors, query: Int, node: Int) -> Float:
    """Return how far a node is from the vector at an address."""
    row = vectors.address + node * vectors.stride
    if vectors.by_dot:
        return minus_dot(row, query, vectors.blocks)
    return squared_l2(row, query, vectors.blocks)


@part
def packed(key: Float, node: Int) -> Int:
    """Return a key and a node as one number that sorts as the pair does."""
    # + 0 turns -0 into 0; negative floats sort backwards as integers, so their bits are turned
    bits = bits_of(key + np.float32(0))
    ordered = bits ^ np.int32(0x7FFFFFFF) if bits < 0 else bits
    return (np.int64(ordered) << 32) | (np.int64(node) << 1)


@part
def key_in(entry: Int) -> Float:
    """Return the key of a packed pair."""
    ordered = np.int32(entry >> 32)
    return float_of(ordered ^ np.int32(0x7FFFFFFF) if ordered < 0 else ordered)


@part
def node_in(entry: Int) -> Int:
    """Return the node of a packed pair."""
    return (entry & 0xFFFFFFFF) >> 1


@part
def place_in(beam: Array, size: Int, entry: Int) -> Int:
    """Return where a pair belongs among the first `size`."""
    low, high = 0, size
    while low < high:
        middle = (low + high) >> 1
        if beam[middle] < entry:
            low = middle + 1
        else:
            high = middle
    return low


@part
def put(beam: Array, place: Int, size: Int, entry: Int) -> None:
    """Write a pair at its place; those from there to `size` move up by one."""
    start = beam.ctypes.data + 8 * place
    if size > place:
        move(start + 8, start, 8 * (size - place))
    beam[place] = entry


@part
def new_stamp(room: Room) -> np.uint8:
    """Return a mark that no visited node bears yet."""
    if room.stamp[0] == 255:
        for node in range(len(room.visited)):
            room.visited[node] = 0
        room.stamp[0] = 0
    room.stamp[0] += 1
    return room.stamp[0]


@part
def row_of(links: Links, node: Int, level: Int) -> Array:
    """Return the links of a node on a layer."""
    if level == 0:
        return links.base[node]
    return links.upper[links.offsets[node] + level - 1]


@part
def gather_fresh(vectors: Vectors, row: Array, room: Room, stamp: np.uint8) -> Int:
    """Mark and collect the linked nodes that weren't met yet, ask for their vectors; return how many."""
    count = 0
    for number in range(len(row)):
        node = np.int64(row[number])
        if node < 0:
            break
        if room.visited[node] != stamp:
            room.visited[node] = stamp
            room.fresh[count] = node
            count += 1
            line = vectors.address + node * vectors.stride
            for ahead in range(min(AHEAD, vectors.blocks)):
                prefetch(line + ahead * LINE)
    room.counts[0] += count
    return count


@shared
def search_layer(vectors: Vectors, links: Links, room: Room, query: Int, level: Int, ef: Int) -> Int:
    """Fill the beam with the ef nearest on a layer, starting from beam[0]; return how many there are."""
    beam = room.beam
    stamp = new_stamp(room)
    room.visited[node_in(beam[0])] = stamp
    room.counts[0] += 1
    size, at = 1, 0
    while at < size:
        entry = beam[at]
        if entry & FOLLOWED:
            at += 1
            continue
        beam[at] = entry | FOLLOWED
        lowest = size
        count = gather_fresh(vectors, row_of(links, node_in(entry), level), room, stamp)
        for number in range(count):
            node = np.int64(room.fresh[number])
            key = key_of(vectors, query, node)
            if size == ef and not key < key_in(beam[size - 1]):
                continue
            pair = packed(key, node)
            size = min(size + 1, ef)
            place = place_in(beam, size - 1, pair)
            put(beam, place, size - 1, pair)
            lowest = min(lowest, place)
        at = min(lowest, at + 1)
    return size
