"""Logits to the next token, one request at a time: the steps in their order, then one draw.

Leaves out the steps (candidates.py). A request has a random source of its own and takes one number of it a
token, so what it draws does not depend on what else is in the batch.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drill.core.infer.arrays import Floats
from drill.core.infer.sampling import candidates
from drill.core.infer.sampling.candidates import Candidates
from drill.core.infer.sampling.checks import check_bias
from drill.core.infer.sampling.history import History
from drill.core.infer.sampling.logprobs import Logprobs, logprobs
from drill.core.infer.sampling.options import SamplingOptions, Step

Mask = NDArray[np.bool_]


class Sampled(NamedTuple):
    """A token and, if asked for, the raw log probabilities."""

    token: int
    logprobs: Logprobs | None


class Sampler:
    """Chooses the tokens of one request and remembers them for the penalties.

    `sample` tells apart several answers to one prompt: each has its own random numbers.
    """

    def __init__(self, options: SamplingOptions, *, prompt: Iterable[int] = (), sample: int = 0) -> None:
        self.options = options
        self._history = History(prompt)
        # two words in a row would make seed 2^32 of sample 0 what seed 0 is of sample 1
        self._random = np.random.default_rng(np.random.SeedSequence(options.seed, spawn_key=(sample,)))

    def next(self, logits: Floats, *, allowed: Mask | None = None) -> Sampled:
        """Return the next token for logits [vocabulary] of which only `allowed` [vocabulary] may come.

        InputError when no token is allowed, the logits are broken or a biased token is unknown.
        """
        check_bias(self.options, len(logits))
        if self.options.is_greedy:
            token = _best(logits, self.options, self._history, allowed)
        else:
            token = draw(narrow(logits, self.options, self._history, allowed), self._random)
        self._history.add(token)
        count = self.options.logprobs
        return Sampled(token, None if count is None else logprobs(logits, token, count=count))


def narrow(
    logits: Floats, options: SamplingOptions, history: History, allowed: Mask | None = None
) -> Candidates:
    """Return the tokens of a row [vocabulary] that may be drawn, with their final logits."""
    tokens = candidates.from_logits(logits, allowed)
    for step in options.steps:
        tokens = _apply(step, tokens, options, history)
    return tokens


def draw(tokens: Candidates, random: np.random.Generator) -> int:
    """Return an id, drawn by inverting the cumulative distribution in id order: one random number."""
    return int(tokens.ids[candidates.invert(candidates.weights(tokens), random.random())])


def _best(logits: Floats, options: SamplingOptions, history: History, allowed: Mask | None) -> int:
    tokens = candidates.from_logits(logits, allowed)
    for step in ("bias", "penalties"):
        tokens = _apply(step, tokens, options, history)
    return int(tokens.ids[tokens.logits.argmax()])


def _apply(step: Step | str, tokens: Candidates, options: SamplingOptions, history: History) -> Candidates:
    match step:
        case "bias":
            return candidates.add_bias(tokens, options.logit_bias)
        case "penalties":
            return _penalize(tokens, options, history)
        case "temperature":
            return candidates.temper(tokens, options.temperature)
        case "min_p":
            return candidates.keep_min_p(tokens, options.min_p)
        case "top_k":
            return candidates.keep_top_k(tokens, options.top_k)
        case _:
            return candidates.keep_top_p(tokens, options.top_p)


def _penalize(tokens: Candidates, options: SamplingOptions, history: History) -> Candidates:
    if not options.has_penalties:
        return tokens
    return candidates.penalize(
        tokens,
        history,
        repetition=options.repetition_penalty,
        presence=options.presence_penalty,
        frequency=options.frequency_penalty,
    )
