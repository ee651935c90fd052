"""Arrays that grow at the end, a fifth more room at a time.

Leaves out arrays that never grow: a plain np.concatenate serves those.
"""

from collections.abc import Callable

import numpy as np

from drill.core.infer.arrays import Array

Make = Callable[[int, int], Array]


def with_room(array: Array, used: int, needed: int, make: Make | None = None) -> Array:
    """Return an array with room for `needed` rows whose first `used` are the old ones; the rest is undefined.

    One large addition gets what it needs and no more; many small ones copy each row five times on average.
    `make(count, width)` gives a 2-d array where rows must lie in a certain way.
    """
    if needed <= len(array) and array.flags.writeable:
        return array
    count = max(needed, len(array) + len(array) // 5) if used else needed
    shape = (count, *array.shape[1:])
    larger = np.empty(shape, array.dtype) if make is None else make(count, array.shape[1])
    larger[:used] = array[:used]
    return larger
