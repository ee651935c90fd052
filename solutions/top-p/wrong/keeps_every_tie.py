"""Cuts by a threshold on the probability, which cannot split equal ones: whoever wants to skip the way back.

caught by: test_ties_at_the_border, test_all_equal
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = len(probs) if p >= 1 else int(np.searchsorted(sums, p)) + 1
    cutoff = probs[ranked[:count]][-1]
    filtered = np.where(probs >= cutoff, probs, 0).astype(np.float64)
    return filtered / filtered.sum()
