"""Calls a sum that is almost p enough: whoever never compares floats without a tolerance.

caught by: test_just_above_a_border
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = len(probs) if p >= 1 else int(np.searchsorted(sums, p - 1e-9)) + 1
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
