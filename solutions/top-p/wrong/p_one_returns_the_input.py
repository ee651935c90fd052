"""Returns early at p >= 1 without rescaling: whoever takes 1 to mean that the filter is off.

caught by: test_p_one_rescales, test_p_one_with_a_sum_above_one
"""

import numpy as np


def top_p_filter(probs, p):
    if p >= 1:
        return probs.astype(np.float64)
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = int(np.searchsorted(sums, p)) + 1
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
