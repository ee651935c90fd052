"""Arrays that live as long as their addresses are in use.

Leaves out who uses them (plan.py, weight_tables.py).
"""

import numpy as np

from drill.core.infer.arrays import Array, Bytes

# a page: what is read in one stream starts on one
PAGE = 4096


class Memory:
    """Keeps arrays alive."""

    def __init__(self) -> None:
        self._kept: list[Array] = []

    def keep(self, array: Array) -> int:
        """Return the address of a contiguous array's first element."""
        self._kept.append(array)
        return int(array.ctypes.data)

    def room(self, size: int) -> int:
        """Return the address of `size` bytes of zeros; pages that nobody touches cost nothing."""
        return self.keep(page_aligned(size))


def page_aligned(size: int) -> Bytes:
    """Return `size` bytes of zeros that start on a page."""
    room = np.zeros(size + PAGE, np.uint8)
    start = -room.ctypes.data % PAGE
    return room[start : start + size]
