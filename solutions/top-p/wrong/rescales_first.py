"""Rescales the input before it compares with p: whoever assumes that a distribution must sum to 1.

caught by: test_probs_are_used_as_they_come
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked] / probs.sum(), dtype=np.float64)
    count = len(probs) if p >= 1 else int(np.searchsorted(sums, p)) + 1
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
