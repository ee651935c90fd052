"""How much of the truth an index finds, fair to ties.

Leaves out time: measure both on the same run.
"""

import numpy as np

from drill.core.vectors.index import Found

# what float32 loses in a sum of a thousand squares
SLACK = 1e-5


def recall(found: Found, truth: Found) -> float:
    """Return the share of the true k nearest that was found, over all queries; 1 when there are none.

    A result counts when it is among the true ones, or no further than the last of them: of equally distant
    ones any will do. `truth` comes from an exact search for the same k, in float64.
    """
    last = np.where(np.isinf(truth.distances), np.finfo(np.float32).min, truth.distances)
    worst = last.max(axis=1, keepdims=True).astype(np.float64)
    near = found.distances <= worst + SLACK * np.abs(worst)
    # by id too: 1 - cos of near vectors is rounding alone, and no share of it
    right = [np.isin(ids, true) for ids, true in zip(found.ids, truth.ids, strict=True)]
    counted = (near | np.reshape(right, near.shape)) & (found.ids >= 0)
    hits = np.minimum(np.count_nonzero(counted, axis=1), truth.counts).sum()
    total = truth.counts.sum()
    return float(hits / total) if total else 1.0
