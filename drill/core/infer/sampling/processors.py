"""The steps of sampling over whole rows: logits [batch, vocabulary] in, new logits out, a dropped token -inf.

The slow, obvious twins of candidates.py: they sort everything. Leaves out their order (distribution.py).
An option is a number for all rows or an array [batch]; a row never looks at another.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from drill.core.infer.arrays import Array, Floats, Ints

PerRow: TypeAlias = float | Array

# float32 logits give probabilities to about seven digits: a bound that is met within this is met,
# so that p = [.5, .3, .1, .1] with top_p = .8 keeps two tokens, as on paper.
SLACK = 1e-6


def add_bias(logits: Floats, bias: Array) -> Floats:
    """Return logits + bias; bias is [vocabulary] or [batch, vocabulary], -inf bans a token."""
    return (logits + bias).astype(np.float32)


def penalize_repetition(logits: Floats, seen: NDArray[np.bool_], penalty: PerRow) -> Floats:
    """Return logits with those of seen tokens divided by the penalty where positive, else multiplied by it.

    `seen` is [batch, vocabulary]: tokens of the prompt or the output. Source: Keskar et al. 2019 (CTRL).
    """
    factor = _column(penalty)
    lowered = np.where(logits > 0, logits / factor, logits * factor)
    return np.where(seen, lowered, logits)


def penalize_counts(logits: Floats, counts: Array, *, presence: PerRow, frequency: PerRow) -> Floats:
    """Return logits - presence * (count > 0) - frequency * count.

    `counts` is [batch, vocabulary]: how often the output, not the prompt, holds each token.
    Source: OpenAI API reference, presence and frequency penalties.
    """
    return (logits - _column(presence) * (counts > 0) - _column(frequency) * counts).astype(np.float32)


def temper(logits: Floats, temperature: PerRow) -> Floats:
    """Return (logits - max) / temperature; temperature above 0, for 0 is greedy and is never divided by.

    The maximum goes first, so that no temperature can make the best token overflow.
    """
    # what overflows to -inf is a token of probability 0
    with np.errstate(over="ignore"):
        return ((logits - _peak(logits)) / _column(temperature)).astype(np.float32, copy=False)


def keep_min_p(logits: Floats, min_p: PerRow) -> Floats:
    """Return logits of tokens with p >= min_p * max(p); 0 keeps all. The likeliest always stays.

    Source: Nguyen et al. 2024 (Turning Up the Heat).
    """
    ratios = np.exp(logits - _peak(logits))
    return _where(ratios >= _column(min_p) - np.float32(SLACK), logits)


def keep_top_k(logits: Floats, k: PerRow) -> Floats:
    """Return logits of the k likeliest tokens, of equals those with the lowest ids; k < 1 keeps all.

    Exactly k stay. vLLM keeps all that tie with the k-th.
    """
    bound = _column(k, np.int64)
    ranks = np.argsort(_likeliest_first(logits), axis=-1)
    return _where((bound < 1) | (ranks < bound), logits)


def keep_top_p(logits: Floats, p: PerRow) -> Floats:
    """Return logits of the smallest set of likeliest tokens whose probabilities sum to p or more.

    The token that reaches p stays; of equals the lowest ids go first; 0 keeps one token, 1 keeps all.
    Probabilities are those of the tokens still here. Source: Holtzman et al. 2020.
    """
    order = _likeliest_first(logits)
    weights = np.exp(np.take_along_axis(logits - _peak(logits), order, axis=-1))
    sums = np.cumsum(weights, axis=-1, dtype=np.float64)
    before = np.concatenate([np.zeros_like(sums[:, :1]), sums[:, :-1]], axis=-1)
    kept = before < (_column(p, np.float64) - SLACK) * sums[:, -1:]
    kept |= _column(p, np.float64) >= 1
    kept[:, 0] = True
    mask = np.zeros(logits.shape, bool)
    np.put_along_axis(mask, order, kept, axis=-1)
    return _where(mask, logits)


def _likeliest_first(logits: Floats) -> Ints:
    return np.argsort(-logits, axis=-1, kind="stable")


def _peak(logits: Floats) -> Floats:
    """Return each row's maximum, [batch, 1]; 0 where everything is masked, as -inf - -inf would be NaN."""
    peak = logits.max(axis=-1, keepdims=True)
    return np.where(np.isneginf(peak), np.float32(0), peak)


def _where(kept: NDArray[np.bool_], logits: Floats) -> Floats:
    return np.where(kept, logits, np.float32(-np.inf))


def _column(value: PerRow, dtype: type = np.float32) -> Array:
    return np.asarray(value, dtype).reshape(-1, 1)
