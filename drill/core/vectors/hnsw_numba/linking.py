"""The second half of INSERT: chosen neighbors become links, and the neighbors link back.

Threads share the nodes whose rows are written, each in the order of insertion: the graph is the same for any
number of them. Leaves out what was chosen and why (choosing.py).
"""

import numpy as np

from drill.core.infer.arrays import Array
from drill.core.vectors.hnsw_numba.beam import key_of, row_of
from drill.core.vectors.hnsw_numba.jit import Entry, part, shared
from drill.core.vectors.hnsw_numba.records import Chosen, Float, Int, Links, Memory, Tray, Vectors


@part
def place_of(links: Links, node: Int, level: Int) -> Int:
    """Return which row of its array a node's links on a layer are."""
    return node if level == 0 else links.offsets[node] + level - 1


@part
def keys_of(memory: Memory, place: Int, level: Int) -> Array:
    """Return the keys beside a row."""
    return memory.base_keys[place] if level == 0 else memory.upper_keys[place]


@part
def known_of(memory: Memory, level: Int) -> Array:
    """Return what is known of the rows of a layer."""
    return memory.base_known if level == 0 else memory.upper_known


@part
def length_of(row: Array) -> Int:
    """Return how many links a row has."""
    count = len(row)
    while count > 0 and row[count - 1] < 0:
        count -= 1
    return count


@part
def write_row(row: Array, keys: Array, nodes: Array, near: Array) -> Int:
    """Copy what a node chose into its row; return how many links it has."""
    count = length_of(nodes)
    for number in range(count):
        row[number], keys[number] = nodes[number], near[number]
    return count


@part
def sort_tail(nodes: Array, keys: Array, clean: Array, start: Int) -> None:
    """Insert what lies from `start` on into the sorted beginning; equal ones stay in order."""
    for number in range(start, len(nodes)):
        node, key, flag = nodes[number], keys[number], clean[number]
        at = number
        while at > 0 and keys[at - 1] > key:
            nodes[at], keys[at], clean[at] = nodes[at - 1], keys[at - 1], clean[at - 1]
            at -= 1
        nodes[at], keys[at], clean[at] = node, key, flag


@part
def is_covered(  # noqa: PLR0913, PLR0917 - a part of one loop
    vectors: Vectors,
    node: Int,
    key: Float,
    is_clean: bool,
    row: Array,
    keys: Array,
    clean: Array,
) -> bool:
    """Say whether a kept link covers a node; pairs that are clean were found not to, when they were kept."""
    address = vectors.address + node * vectors.stride
    for other in range(len(clean)):
        if is_clean and clean[other]:
            continue
        between = key_of(vectors, address, np.int64(row[other]))
        if between < key or (between == key and keys[other] == key):
            return True
    return False


@shared
def shrink(vectors: Vectors, row: Array, keys: Array, start: Int, tray: Tray) -> Int:
    """Choose anew among the tray, whose first `start` are clean; write the row, return how many stay."""
    full = len(row)
    for number in range(full + 1):
        tray.clean[number] = number < start
    sort_tail(tray.nodes[: full + 1], tray.keys, tray.clean, start)
    kept = 0
    for number in range(full + 1):
        if kept == full:
            break
        node, key, is_clean = np.int64(tray.nodes[number]), tray.keys[number], tray.clean[number]
        if not is_covered(vectors, node, key, is_clean, row, keys, tray.kept_clean[:kept]):
            row[kept], keys[kept], tray.kept_clean[kept] = node, key, is_clean
            kept += 1
    for number in range(kept, full):
        row[number] = -1
    return kept


@part
def fill_tray(vectors: Vectors, row: Array, keys: Array, owner: Int, tray: Tray) -> None:
    """Copy a full row into the tray; its keys too, or, where `owner` is a node, computed anew."""
    address = vectors.address + owner * vectors.stride
    for number in range(len(row)):
        tray.nodes[number] = row[number]
        tray.keys[number] = keys[number] if owner < 0 else key_of(vectors, address, np.int64(row[number]))


@part
def link_back(  # noqa: PLR0913, PLR0917 - a part of one loop
    vectors: Vectors,
    links: Links,
    memory: Memory,
    tray: Tray,
    owner: Int,
    level: Int,
    node: Int,
    key: Float,
) -> None:
    """Link an owner to a node; beyond its capacity keep what the heuristic keeps."""
    place = place_of(links, owner, level)
    row, keys, known = row_of(links, owner, level), keys_of(memory, place, level), known_of(memory, level)
    count = length_of(row)
    if count < len(row):
        row[count], keys[count] = node, key
        return
    fill_tray(vectors, row, keys, owner if known[place] == 0 else -1, tray)
    tray.nodes[count], tray.keys[count] = node, key
    clean = max(known[place] - 1, 0)
    known[place] = 1 + shrink(vectors, row, keys, clean, tray)


def _link_run(  # noqa: PLR0913, PLR0917 - what a thread needs
    vectors: Vectors,
    links: Links,
    memory: Memory,
    tray: Tray,
    batch: tuple[int, int],
    share: tuple[int, int],
    chosen: Chosen,
) -> None:
    """Write the rows of every node that is share[0] modulo share[1]: its own, and its links back."""
    first, last = batch
    turn, threads = share
    for node in range(first, last):
        own = np.int64(links.levels[node])
        for level in range(own, -1, -1):
            number = chosen.starts[node - first] + own - level
            neighbors, near = chosen.nodes[number], chosen.keys[number]
            if node % threads == turn:
                place = place_of(links, node, level)
                count = write_row(row_of(links, node, level), keys_of(memory, place, level), neighbors, near)
                known_of(memory, level)[place] = 1 + count
            for at in range(length_of(neighbors)):
                other = np.int64(neighbors[at])
                if other % threads == turn:
                    link_back(vectors, links, memory, tray, other, level, node, near[at])


link_run = Entry(_link_run)
