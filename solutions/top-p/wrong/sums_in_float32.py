"""Sums in the dtype that came in, where small terms vanish beside a large one: whoever trusts the default.

caught by: test_float32_input
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked])
    count = len(probs) if p >= 1 else int(np.searchsorted(sums, p)) + 1
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
