"""The width that sums are taken in: half precision is widened to float32 first, wider floats stay.

Leaves out narrowing the result again: the core keeps float32 throughout.
"""

import numpy as np

from drill.core.infer.arrays import Array


def widened(x: Array) -> Array:
    """Return `x` in float32, or in its own type where that is wider; no copy when it is."""
    return np.asarray(x, dtype=np.result_type(x, np.float32))
