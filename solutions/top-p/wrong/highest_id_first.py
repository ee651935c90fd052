"""Reverses a stable ascending sort, which puts the highest of equal ids first: whoever writes [::-1].

caught by: test_ties_at_the_border, test_all_equal, test_tiny_p
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(probs, kind="stable")[::-1]
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = len(probs) if p >= 1 else int(np.searchsorted(sums, p)) + 1
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
