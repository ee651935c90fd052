"""Top-p by a stable descending sort, running sums and a binary search for the cut."""

import numpy as np


def top_p_filter(probs: np.ndarray, p: float) -> np.ndarray:
    """Return the most probable tokens that together reach `p`, rescaled to sum to 1."""
    weights = np.asarray(probs, dtype=np.float64)
    ranking = np.argsort(-weights, kind="stable")  # stable: the lowest id first among equals

    if p >= 1:
        count = len(weights)
    else:
        with np.errstate(over="ignore"):
            running = np.cumsum(weights[ranking])
        # The first running sum >= p closes the prefix; if none is, the slice below takes all.
        count = np.searchsorted(running, p, side="left") + 1

    kept = ranking[:count]
    # Divide by the largest first: the sum of huge entries stays finite.
    shares = weights[kept] / weights[ranking[0]]
    result = np.zeros(len(weights))
    result[kept] = shares / shares.sum()
    return result
