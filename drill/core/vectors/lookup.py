"""Numbers to places in 12 bytes each: sorted arrays, and a dict for what came lately.

A dict of all would take a hundred bytes each, a sixth of a vector of 128 dimensions. Leaves out what the
numbers mean: ids and fingerprints of vectors (labels.py).
"""

import numpy as np

from drill.core.infer.arrays import Array, Ints

ABSENT = -1


class Lookup:
    """From int64 numbers to int32 places."""

    def __init__(self) -> None:
        self._keys: Ints = np.empty(0, np.int64)
        self._places: Array = np.empty(0, np.int32)
        self._recent: dict[int, int] = {}

    def find(self, keys: Ints) -> Ints:
        """Return the place of each key, or ABSENT."""
        places = np.full(len(keys), ABSENT, np.int64)
        if len(self._keys):
            at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
            places = np.where(self._keys[at] == keys, self._places[at], places).astype(np.int64)
        if self._recent:
            late = (self._recent.get(key, place) for key, place in zip(keys.tolist(), places, strict=True))
            places = np.fromiter(late, np.int64, len(keys))
        return places

    def put(self, keys: Ints, places: Ints) -> None:
        """Give each key a place, ABSENT to forget it; keys that are known get the new one."""
        if len(self._recent) + len(keys) <= max(1024, len(self._keys) // 16):
            self._recent.update(zip(keys.tolist(), places.tolist(), strict=True))
            return
        late = np.array(list(self._recent.items()), np.int64).reshape(-1, 2)
        every = np.concatenate([self._keys, late[:, 0], keys])
        where = np.concatenate([self._places, late[:, 1].astype(np.int32), places.astype(np.int32)])
        self._recent = {}
        self._keys, self._places = _last_of_each(every, where)


def _last_of_each(keys: Ints, places: Array) -> tuple[Ints, Array]:
    """Return keys sorted, each once with its last place, without those whose place is ABSENT."""
    order = np.argsort(keys, kind="stable")
    keys, places = keys[order], places[order]
    last = np.append(keys[1:] != keys[:-1], True) if len(keys) else np.empty(0, bool)
    last &= places != ABSENT
    return keys[last], places[last]
