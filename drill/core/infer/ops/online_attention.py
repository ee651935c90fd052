"""Attention over blocks of keys with a running maximum and sum: no row of scores is ever whole.

Leaves out tiles of queries and the backward pass of FlashAttention: one block of keys serves all queries.
"""

import math
from typing import NamedTuple

import numpy as np

from drill.core.infer.arrays import Array, Floats
from drill.core.infer.ops.masks import without_unseen
from drill.core.infer.ops.precision import widened


class Running(NamedTuple):
    """What is known after some blocks: the largest score, the sum of weights, the weighted sum of values."""

    top: Floats
    total: Floats
    mixed: Floats


def online_attention(q: Array, k: Array, v: Array, mask: Array, *, block: int) -> Floats:
    """Return what `attention` does, reading `block` keys at a time. Source: Milakov 2018, Dao et al. 2022."""
    # q: [H, T, D], k and v: [KV, S, D], mask: [T, S] -> [H, T, D]
    q, k, v = widened(q), widened(k), widened(v)
    heads, queries, _ = q.shape
    group = heads // len(k)
    state = _empty(heads, queries, v.shape[-1])
    for start in range(0, k.shape[1], block):
        part = slice(start, start + block)
        keys, values = (without_unseen(x[:, part], mask[:, part]) for x in (k, v))
        scores = _scores(q, np.repeat(keys, group, axis=0), mask[:, part])
        state = _with_block(state, scores, np.repeat(values, group, axis=0))
    total: Floats = np.where(state.total == 0, np.ones_like(state.total), state.total)
    return state.mixed / total


def _empty(heads: int, queries: int, size: int) -> Running:
    top = np.full((heads, queries, 1), -np.inf, dtype=np.float32)
    return Running(top, np.zeros_like(top), np.zeros((heads, queries, size), dtype=np.float32))


def _scores(q: Floats, keys: Floats, mask: Floats) -> Floats:
    # q: [H, T, D], keys: [H, B, D], mask: [T, B] -> [H, T, B]
    return q @ keys.transpose(0, 2, 1) / math.sqrt(q.shape[-1]) + mask


def _with_block(before: Running, scores: Floats, values: Floats) -> Running:
    # scores: [H, T, B], values: [H, B, D]
    top = np.maximum(before.top, scores.max(axis=-1, keepdims=True))
    # a query that has seen no key yet has no top: any finite shift keeps its weights at exp(-inf) = 0
    shift = np.where(top == -np.inf, np.float32(0), top)
    weights: Floats = np.exp(scores - shift)
    rescale: Floats = np.exp(before.top - shift)
    return Running(
        top,
        before.total * rescale + weights.sum(axis=-1, keepdims=True),
        before.mixed * rescale + weights @ values,
    )
