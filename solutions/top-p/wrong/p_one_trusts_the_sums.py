"""Has no case for p >= 1, where the sums round to 1 before the tail: whoever takes cumsum as exact.

caught by: test_p_one_keeps_a_tiny_tail, test_p_one_with_a_sum_above_one
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = int(np.searchsorted(sums, p)) + 1
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
