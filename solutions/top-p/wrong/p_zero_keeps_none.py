"""Keeps tokens whose preceding sum is below p: nothing at p = 0, and 0 / 0 comes back.

caught by: test_p_zero
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    before = sums - probs[ranked]
    count = len(probs) if p >= 1 else int((before < p).sum())
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
