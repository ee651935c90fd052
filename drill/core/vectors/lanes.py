"""Distances summed in one fixed order, so that the plain and the compiled HNSW see the same bits everywhere.

A vector is padded with zeros to blocks of 16 floats. Two rows of 16 sums run over them, one over the even
and one over the odd blocks; the two are added, and then the 16 sums are added up, upper half to lower half.
No fused multiply-add: each step rounds as IEEE says, on every CPU. Leaves out the compiled twin
(hnsw_numba/kernels.py).
"""

import numpy as np

from drill.core.infer.arrays import Array, Floats

LANES = 16
# a cache line: a row starts on one
LINE = 64


def padded_width(dimension: int) -> int:
    """Return how many floats a vector of `dimension` takes."""
    return -(-dimension // LANES) * LANES


def padded(vectors: Floats) -> Floats:
    """Return vectors [n, d] as rows [n, padded_width(d)] that start on cache lines, zeros at the end."""
    rows = aligned_rows(len(vectors), padded_width(vectors.shape[1]))
    rows[:, : vectors.shape[1]] = vectors
    rows[:, vectors.shape[1] :] = 0
    return rows


def aligned_rows(count: int, width: int) -> Floats:
    """Return room for rows [count, width] of floats on cache lines; what is in it is undefined."""
    room = np.empty(count * width * 4 + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + count * width * 4].view(np.float32).reshape(count, width)


def squared_l2(rows: Floats, query: Floats) -> Floats:
    """Return the squared distances [n] of padded rows [n, width] to a padded query [width]."""
    difference = rows - query
    return summed(difference * difference)


def minus_dot(rows: Floats, query: Floats) -> Floats:
    """Return minus the inner products [n] of padded rows [n, width] with a padded query [width]."""
    # 0 - x: there is no -0 among keys
    return np.float32(0) - summed(rows * query)


def summed(terms: Array) -> Floats:
    """Return the sums [n] of terms [n, width], in the order that this file's head tells."""
    blocks = terms.reshape(len(terms), terms.shape[1] // LANES, LANES)
    # numpy adds along a middle axis one after the other
    sums = blocks[:, 0::2].sum(axis=1) + blocks[:, 1::2].sum(axis=1)
    while sums.shape[1] > 1:
        half = sums.shape[1] // 2
        sums = sums[:, :half] + sums[:, half:]
    return sums[:, 0]
