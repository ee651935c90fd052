"""Takes a softmax of what was kept instead of dividing by its sum: whoever mixes logits and probabilities.

caught by: test_keeps_the_crossing_token, test_exact_border
"""

import numpy as np


def top_p_filter(probs, p):
    ranked = np.argsort(-probs, kind="stable")
    sums = np.cumsum(probs[ranked], dtype=np.float64)
    if p >= 1:
        return probs / probs.sum()
    kept = ranked[: int(np.searchsorted(sums, p)) + 1]
    filtered = np.zeros(len(probs))
    filtered[kept] = np.exp(probs[kept])
    return filtered / filtered.sum()
