"""Log probabilities as they are reported: of the model's own distribution, before any step of sampling.

Leaves out the distribution that is drawn from (distribution.py).
"""

from typing import NamedTuple

from drill.core.infer.arrays import Floats
from drill.core.infer.ops.softmax import log_softmax
from drill.core.infer.sampling import candidates


class Logprobs(NamedTuple):
    """The chosen token's log probability, and (id, log probability) of the likeliest tokens."""

    chosen: float
    top: tuple[tuple[int, float], ...]


def logprobs(logits: Floats, token: int, *, count: int) -> Logprobs:
    """Return what to report of a row [vocabulary]: `count` likeliest tokens, high to low, equals by id."""
    logs = log_softmax(logits)
    return Logprobs(float(logs[token]), _likeliest(logs, count))


def _likeliest(logs: Floats, count: int) -> tuple[tuple[int, float], ...]:
    if count == 0:
        return ()
    head = candidates.keep_top_k(candidates.from_logits(logs), count)
    ids, values = candidates.likeliest_first(head)
    return tuple(zip(ids.tolist(), values.tolist(), strict=True))
