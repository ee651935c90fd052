"""Shifts the mask of sums > p by one, so an exact border keeps a token too many: a common library idiom.

caught by: test_exact_border, test_exact_border_at_the_first_token, test_decimal_border
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    count = len(probs) if p >= 1 else int(np.searchsorted(sums, p, side="right")) + 1
    filtered = np.zeros(len(probs))
    filtered[ranked[:count]] = probs[ranked[:count]]
    return filtered / filtered.sum()
