"""Top-p: cut the unlikely tail off a distribution before sampling from it."""

import numpy as np


def top_p_filter(probs: np.ndarray, p: float) -> np.ndarray:
    """Return the most probable tokens that together reach `p`, rescaled to sum to 1.

    probs: (V,) float64 or float32, the probability of each token id. Not changed.
    p: the probability to reach; p <= 0 keeps one token, p >= 1 keeps all.
    Returns (V,) float64 in id order, 0 for the tokens cut off.
    """
    # stable, and negated rather than reversed: equal probabilities stay in id order
    ranked = np.argsort(-probs, kind="stable")
    kept = ranked[: _ranks_to_keep(probs[ranked], p)]
    filtered = np.zeros(len(probs))
    filtered[kept] = probs[kept]
    return filtered / filtered.sum()


def _ranks_to_keep(ranked_probs: np.ndarray, p: float) -> int:
    """Return the length of the shortest prefix that sums to `p`; more than all if none does."""
    if p >= 1:
        # the sums may round to 1 before the tail has been counted
        return len(ranked_probs)
    sums = np.cumsum(ranked_probs, dtype=np.float64)
    crossing = int(np.searchsorted(sums, p))
    return crossing + 1
