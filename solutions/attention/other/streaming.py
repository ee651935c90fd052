"""Attention in one pass over blocks of keys, correcting a running mean of the values (as FlashAttention does)."""

import numpy as np

BLOCK = 64


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Return softmax(q k^T / sqrt(hd)) v over the visible keys; zeros for a query that sees none."""
    *lead, length, width = q.shape
    keys = k.shape[-2]
    visible = np.broadcast_to(True if mask is None else mask, (*lead, length, keys))

    # One power of two a head is taken out of q and of k, so that the largest finite numbers may be multiplied.
    q_power = _power(q)
    k_power = _power(k)
    power = q_power + k_power
    with np.errstate(over="ignore", under="ignore"):
        queries = np.ldexp(q.astype(np.float64), -q_power) / np.sqrt(width)

        # Of the keys so far: the highest score, the sum of exp(score - peak), the weighted mean of the values.
        peak = np.full((*lead, length, 1), -np.inf)
        total = np.zeros((*lead, length, 1))
        mean = np.zeros((*lead, length, v.shape[-1]))

        for start in range(0, keys, BLOCK):
            part = slice(start, start + BLOCK)
            k_part = np.ldexp(k[..., part, :].astype(np.float64), -k_power)
            scores = np.where(visible[..., part], queries @ k_part.swapaxes(-1, -2), -np.inf)

            new_peak = np.maximum(peak, scores.max(axis=-1, keepdims=True))
            base = np.where(new_peak == -np.inf, 0, new_peak)
            old_weight = total * np.exp(np.ldexp(peak - base, power))
            weights = np.exp(np.ldexp(scores - base, power))
            total = old_weight + weights.sum(axis=-1, keepdims=True)
            divisor = np.where(total == 0, 1, total)
            mean = mean * (old_weight / divisor) + (weights / divisor) @ v[..., part, :].astype(np.float64)
            peak = new_peak

        return mean.astype(q.dtype)


def _power(a: np.ndarray) -> np.ndarray:
    """Return the exponent e of each head, shape (..., 1, 1), so that |a| < 2**e."""
    largest = np.abs(a).max(axis=(-2, -1), keepdims=True)
    return np.frexp(largest.astype(np.float64))[1]
