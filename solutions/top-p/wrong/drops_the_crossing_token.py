"""Keeps only sums up to p, and the first token at any price: whoever reads p as a cap, not as a goal.

caught by: test_keeps_the_crossing_token, test_unsorted_input
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = len(probs) if p >= 1 else max(1, int((sums <= p).sum()))
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
