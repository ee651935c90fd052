"""Top-p: cut the unlikely tail off a distribution before sampling from it."""

import numpy as np


def top_p_filter(probs: np.ndarray, p: float) -> np.ndarray:
    """Return the most probable tokens that together reach `p`, rescaled to sum to 1.

    probs: (V,) float64 or float32, the probability of each token id. Not changed.
    p: the probability to reach; p <= 0 keeps one token, p >= 1 keeps all.
    Returns (V,) float64 in id order, 0 for the tokens cut off.
    """
    raise NotImplementedError
