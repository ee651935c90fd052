"""Writes the zeros into the array of the caller: whoever masks in place.

caught by: test_input_is_not_changed
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = len(probs) if p >= 1 else int(np.searchsorted(sums, p)) + 1
    probs[ranked[count:]] = 0
    return probs.astype(np.float64) / probs.sum(dtype=np.float64)
