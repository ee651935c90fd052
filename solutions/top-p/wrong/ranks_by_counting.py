"""Finds each rank by comparing with every other token: O(V^2) from whoever avoids the sort.

caught by: test_work_of_a_sort
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = [0] * len(probs)
    for token, prob in enumerate(probs):
        rank = 0
        for other, rival in enumerate(probs):
            rank += bool(rival > prob or (rival == prob and other < token))
        ranked[rank] = token
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = len(probs) if p >= 1 else int(np.searchsorted(sums, p)) + 1
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
