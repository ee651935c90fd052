"""Leaves the sort to its default, which is not stable past a few entries: whoever tests on five tokens.

caught by: test_many_ties
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs)
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = len(probs) if p >= 1 else int(np.searchsorted(sums, p)) + 1
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
