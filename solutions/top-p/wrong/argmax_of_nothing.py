"""Takes the argmax of sums >= p, which is 0 if none is: whoever forgets that argmax always answers.

caught by: test_sum_below_p
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = len(probs) if p >= 1 else int(np.argmax(sums >= p)) + 1
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
