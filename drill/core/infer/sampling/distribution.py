"""The distribution that a request draws from, over the whole vocabulary: for charts, and for speculation.

The slow twin of sampler.narrow, step by step through processors.py. Leaves out drawing.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from drill.core.errors import InputError
from drill.core.infer.arrays import Array, Floats
from drill.core.infer.sampling import processors
from drill.core.infer.sampling.checks import check_bias, check_logits
from drill.core.infer.sampling.history import History
from drill.core.infer.sampling.options import SamplingOptions, Step


def distribution(logits: Floats, options: SamplingOptions, history: History) -> NDArray[np.float64]:
    """Return the probability of each token, [vocabulary] -> [vocabulary], after all steps; greedy is one-hot.

    InputError as Sampler.next: "no token allowed" when every token is masked or banned, and for logits that
    are broken or a biased token that is unknown.
    """
    check_logits(logits)
    check_bias(options, len(logits))
    row = logits[None]
    for step in ("bias", "penalties") if options.is_greedy else options.steps:
        row = _apply(step, row, options, history)
    peak = row.max()
    if np.isneginf(peak):
        raise InputError("no token allowed: the mask and the bans of logit_bias leave none")
    weights = _one_hot(row[0]) if options.is_greedy else np.exp(row[0] - peak).astype(np.float64)
    return weights / weights.sum()


def _apply(step: Step | str, row: Floats, options: SamplingOptions, history: History) -> Floats:
    match step:
        case "bias":
            return processors.add_bias(row, _dense(options.logit_bias, row.shape[-1]))
        case "penalties":
            return _penalize(row, options, history)
        case "temperature":
            return processors.temper(row, options.temperature)
        case "min_p":
            return processors.keep_min_p(row, options.min_p)
        case "top_k":
            return processors.keep_top_k(row, min(options.top_k, row.shape[-1]))
        case _:
            return processors.keep_top_p(row, options.top_p)


def _penalize(row: Floats, options: SamplingOptions, history: History) -> Floats:
    seen = np.zeros(row.shape, bool)
    seen[0, history.seen()] = True
    counts = np.zeros(row.shape, np.float32)
    ids, times = history.counted()
    counts[0, ids] = times
    row = processors.penalize_repetition(row, seen, options.repetition_penalty)
    return processors.penalize_counts(
        row, counts, presence=options.presence_penalty, frequency=options.frequency_penalty
    )


def _dense(bias: Mapping[int, float], vocabulary: int) -> Array:
    dense = np.zeros(vocabulary, np.float32)
    dense[list(bias)] = list(bias.values())
    return dense


def _one_hot(row: Floats) -> NDArray[np.float64]:
    weights = np.zeros(row.shape, np.float64)
    weights[row.argmax()] = 1
    return weights
