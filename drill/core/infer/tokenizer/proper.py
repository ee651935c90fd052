"""Do ranks say the same as a list of merges? Only then may fast.py, which knows ranks alone, stand for it.

Leaves out encoding. Every list that a trainer made is proper; one edited by hand may not be. Llama 3's list
was made from ranks and is complete: it has several merges for a token, which no proper list has.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from drill.core.infer.arrays import Ints

SINGLE = -1
UNKNOWN = -2
# in bytes: no vocabulary has such tokens, and to try all their cuts would take for ever
LONGEST_TOKEN = 512


def is_proper(pairs: Ints, made: Ints, *, single: Ints, size: int) -> bool:
    """Say whether merging by pairs and by the text they make always give the same tokens.

    `pairs` [merges, 2] and `made` [merges] are ids below `size`, `single` the ids of single bytes. It is so
    when each merge makes a new token, with a higher id than the last, out of tokens made before; and when
    that token's own bytes lead to exactly its two parts: nothing of lower rank merges across their border.
    """
    places = np.full(size, UNKNOWN)
    places[single] = SINGLE
    if (np.diff(made) <= 0).any() or (places[made] != UNKNOWN).any():
        return False
    places[made] = np.arange(len(made))
    parts = places[pairs]
    if (parts == UNKNOWN).any() or (parts >= places[made][:, None]).any():
        return False
    return not _crosses(pairs, places, size)


def is_complete(merges: Sequence[tuple[bytes, bytes]], ids: Mapping[bytes, int]) -> bool:
    """Say whether a list has every way to make each token of two, in the order of the ids that are made.

    Then merging by the list and by ids give the same tokens. They could differ only where one token can be
    made in two ways at once; but what lies between its borders was merged without a look beyond them, always
    in the same steps, and these come to two parts once at most. `ids` has all tokens, single bytes too.
    """
    made = (ids[left + right] for left, right in merges)
    ordered = all(before <= after for before, after in pairwise(made))
    if not ordered or any(len(token) > LONGEST_TOKEN for token in ids):
        return False
    ways = sum(token[:at] in ids and token[at:] in ids for token in ids for at in range(1, len(token)))
    return ways == len(merges) == len(set(merges))


def _crosses(pairs: Ints, places: Ints, size: int) -> bool:
    """For all merges at once, undo the latest merge beside the border until single bytes are left there.

    `places` [size] says which merge made a token. True when a lower rank ever lies across the border.
    """
    keys = pairs[:, 0] * size + pairs[:, 1]
    order = np.argsort(keys)
    left, right = pairs[:, 0], pairs[:, 1]
    while len(left):
        made_left, made_right = places[left], places[right]
        # of two equal tokens the left one was made first: leftmost on ties
        undo_left = made_left > made_right
        # an equal rank across the border lies left of a merge on the right, and would have won
        limit = np.where(undo_left, made_left, made_right + 1)
        left = np.where(undo_left, pairs[made_left, 1], left)
        right = np.where(undo_left, right, pairs[made_right, 0])
        # those with nothing to undo have reached their bytes
        left, right, limit = (side[limit > 0] for side in (left, right, limit))
        at = order[np.minimum(np.searchsorted(keys, left * size + right, sorter=order), len(order) - 1)]
        if ((keys[at] == left * size + right) & (at < limit)).any():
            return True
    return False
