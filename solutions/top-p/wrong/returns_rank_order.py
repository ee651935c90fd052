"""Returns the probabilities as sorted: whoever forgets the way back to the token ids.

caught by: test_unsorted_input, test_p_zero
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = len(probs) if p >= 1 else int(np.searchsorted(sums, p)) + 1
    filtered = np.zeros(len(probs))
    filtered[:count] = probs[ranked[:count]]
    return filtered / filtered.sum()
