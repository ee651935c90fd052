"""The steps of sampling over a shrinking set of tokens: one row, and no sort of more than is kept.

The fast twins of processors.py, which says what each step means. Leaves out their order (sampler.py).
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drill.core.errors import InputError
from drill.core.infer.arrays import Array, Floats, Ints
from drill.core.infer.sampling.checks import check_logits
from drill.core.infer.sampling.history import History
from drill.core.infer.sampling.processors import SLACK

# from how many tokens on sorting beats another halving
SORTED_AT_ONCE = 256
# how many weights are summed as one before a draw looks inside: numpy's running sum is slow, its sum fast
BLOCK = 256


class Candidates(NamedTuple):
    """Tokens that may still be drawn: ids ascending and their logits, both [n]; one at least is finite."""

    ids: Ints
    logits: Floats


def from_logits(logits: Floats, allowed: NDArray[np.bool_] | None = None) -> Candidates:
    """Return all tokens of a row [vocabulary] that are allowed and not -inf, as a copy.

    InputError when the row holds NaN or +inf, or when nothing is left.
    """
    check_logits(logits)
    living = logits > -np.inf if allowed is None else allowed & (logits > -np.inf)
    if living.all():
        return Candidates(np.arange(len(logits)), logits.copy())
    return keep(Candidates(np.arange(len(logits)), logits), living)


def keep(tokens: Candidates, mask: NDArray[np.bool_]) -> Candidates:
    """Return the tokens where the mask [n] is true; InputError when there is none."""
    # faster than indexing by the mask twice
    places = np.flatnonzero(mask)
    if not places.size:
        raise InputError("no token allowed: the mask and the bans of logit_bias leave none")
    return Candidates(tokens.ids[places], tokens.logits[places])


def add_bias(tokens: Candidates, bias: Mapping[int, float]) -> Candidates:
    """Return the tokens with the bias added; those banned by -inf are gone."""
    if not bias:
        return tokens
    wanted = np.fromiter(bias, np.int64, len(bias))
    places, present = _places(tokens, wanted)
    logits = tokens.logits.copy()
    logits[places] += np.fromiter(bias.values(), np.float32, len(bias))[present]
    return keep(Candidates(tokens.ids, logits), logits > -np.inf)


def penalize(
    tokens: Candidates, history: History, *, repetition: float, presence: float, frequency: float
) -> Candidates:
    """Return the tokens with all three penalties applied, repetition first."""
    logits = tokens.logits.copy()
    seen, _ = _places(tokens, history.seen())
    factor = np.float32(repetition)
    logits[seen] = np.where(logits[seen] > 0, logits[seen] / factor, logits[seen] * factor)
    ids, counts = history.counted()
    produced, present = _places(tokens, ids)
    logits[produced] -= np.float32(presence)
    logits[produced] -= np.float32(frequency) * counts[present]
    return Candidates(tokens.ids, logits)


def temper(tokens: Candidates, temperature: float) -> Candidates:
    """Return the tokens with (logits - max) / temperature."""
    with np.errstate(over="ignore"):
        return Candidates(tokens.ids, (tokens.logits - tokens.logits.max()) / np.float32(temperature))


def keep_min_p(tokens: Candidates, min_p: float) -> Candidates:
    """Return the tokens with p >= min_p * max(p)."""
    if min_p == 0:
        return tokens
    return keep(tokens, weights(tokens) >= np.float32(min_p) - np.float32(SLACK))


def keep_top_k(tokens: Candidates, k: int) -> Candidates:
    """Return the k likeliest tokens; of those that tie with the k-th, the lowest ids."""
    return keep(tokens, _likeliest(tokens.logits, k)) if 0 < k < len(tokens.ids) else tokens


def keep_top_p(tokens: Candidates, p: float) -> Candidates:
    """Return the fewest likeliest tokens whose probabilities sum to p or more."""
    return tokens if p >= 1 else keep_top_k(tokens, _nucleus_size(weights(tokens), p))


def weights(tokens: Candidates) -> Floats:
    """Return each token's probability over that of the likeliest, [n]."""
    return np.exp(tokens.logits - tokens.logits.max())


def invert(shares: Floats, quantile: float) -> int:
    """Return the first index whose running sum is above quantile * total; shares [n], 0 <= quantile < 1.

    An index of share 0 never comes: its running sum is the one before.
    """
    blocks = np.add.reduceat(shares, np.arange(0, len(shares), BLOCK), dtype=np.float64).cumsum()
    target = quantile * blocks[-1]
    block = int(np.searchsorted(blocks, target, side="right"))
    inside = shares[block * BLOCK : (block + 1) * BLOCK].cumsum(dtype=np.float64)
    before = blocks[block - 1] if block else 0.0
    place = int(np.searchsorted(inside, target - before, side="right"))
    # the two sums round apart: what lies between them belongs to the block's last share above 0
    return block * BLOCK + min(place, int(np.count_nonzero(inside < inside[-1])))


def likeliest_first(tokens: Candidates) -> Candidates:
    """Return the tokens sorted by logit, high to low, equals by id: no longer ascending in id."""
    order = np.argsort(-tokens.logits, kind="stable")
    return Candidates(tokens.ids[order], tokens.logits[order])


def _nucleus_size(shares: Floats, p: float) -> int:
    """Return how many of the largest shares it takes to reach p of their sum; reorders shares [n].

    Halves the shares by size and goes on in the half where the sum reaches p: about two passes in all,
    even for a flat distribution, whose nucleus is most of the vocabulary.
    """
    missing = (p - SLACK) * shares.sum(dtype=np.float64)
    size = 0
    while len(shares) > SORTED_AT_ONCE:
        middle = len(shares) // 2
        shares.partition(middle)
        mass = shares[middle:].sum(dtype=np.float64)
        if mass >= missing:
            shares = shares[middle:]
        else:
            missing -= mass
            size += len(shares) - middle
            shares = shares[:middle]
    sums = np.sort(shares)[::-1].cumsum(dtype=np.float64)
    return size + int(np.searchsorted(sums, missing)) + 1


def _likeliest(logits: Floats, k: int) -> NDArray[np.bool_]:
    """Return where the k largest of [n] are, 0 < k < n; of those that tie with the k-th, the first."""
    bound = np.partition(logits, len(logits) - k)[len(logits) - k]
    mask = logits > bound
    tied = np.flatnonzero(logits == bound)
    mask[tied[: k - np.count_nonzero(mask)]] = True
    return mask


def _places(tokens: Candidates, wanted: Ints) -> tuple[Ints, Array]:
    """Return where those of the wanted ids stand that are still candidates, and which they are (a mask)."""
    places = np.searchsorted(tokens.ids, wanted)
    inside = np.minimum(places, len(tokens.ids) - 1)
    present = tokens.ids[inside] == wanted
    return inside[present], present
