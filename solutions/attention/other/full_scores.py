"""Attention from the full score matrix in float64, q and k scaled by powers of two so that no score overflows."""

import numpy as np


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, mask: np.ndarray | None = None) -> np.ndarray:
    """Return softmax(q k^T / sqrt(hd)) v over the visible keys; zeros for a query that sees none."""
    small_q, q_exponent = _split_off_exponent(q)
    small_k, k_exponent = _split_off_exponent(k)
    scores = small_q @ np.swapaxes(small_k, -1, -2) / np.sqrt(q.shape[-1])
    if mask is not None:
        scores = np.where(np.broadcast_to(mask, scores.shape), scores, -np.inf)

    peak = scores.max(axis=-1, keepdims=True)
    peak[peak == -np.inf] = 0  # sees no key: every gap is then -inf, every weight 0
    with np.errstate(over="ignore", under="ignore"):
        weights = np.exp(np.ldexp(scores - peak, q_exponent + k_exponent))
        total = weights.sum(axis=-1, keepdims=True)
        weights /= np.where(total == 0, 1, total)
        return (weights @ v.astype(np.float64)).astype(q.dtype)


def _split_off_exponent(a: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (small, exponent), a = small * 2**exponent with one exponent a head and |small| < 1."""
    wide = a.astype(np.float64)
    _, exponent = np.frexp(np.abs(wide).max(axis=(-2, -1), keepdims=True))
    with np.errstate(under="ignore"):
        return np.ldexp(wide, -exponent), exponent
