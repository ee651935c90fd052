"""Sums in id order, not in rank order: whoever tried sorted examples only.

caught by: test_unsorted_input, test_p_zero
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.arange(len(probs))
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = len(probs) if p >= 1 else int(np.searchsorted(sums, p)) + 1
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
