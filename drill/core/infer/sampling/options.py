"""What a request may ask of sampling: each option with its range, and the orders in which steps are applied.

Leaves out the steps themselves (processors.py, candidates.py) and drawing (sampler.py).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from drill.core.errors import InputError

Step = Literal["bias", "penalties", "temperature", "min_p", "top_k", "top_p"]

# Bias and penalties come first everywhere. What differs: whether temperature reshapes the distribution
# before the nucleus is cut out of it (vllm, transformers) or after (llama.cpp), and when min-p cuts.
ORDERS: dict[str, tuple[Step, ...]] = {
    "vllm": ("bias", "penalties", "temperature", "min_p", "top_k", "top_p"),
    "transformers": ("bias", "penalties", "temperature", "top_k", "top_p", "min_p"),
    "llama.cpp": ("bias", "penalties", "top_k", "top_p", "min_p", "temperature"),
}

# Beyond these float32 overflows, or every token is as likely as any other.
HOTTEST = 1000
LARGEST_BIAS = 1e6
REPETITION = (0.001, 1000)

# Below it float32 cannot hold the divided logits apart from greedy, so greedy is what is done.
GREEDY_BELOW = 1e-5


@dataclass(frozen=True, kw_only=True)
class SamplingOptions:
    """How the next token is chosen; the defaults draw from the model's own distribution.

    `top_k` 0 or -1, `top_p` 1 and `min_p` 0 switch a filter off. Penalties: repetition looks at prompt and
    output, presence and frequency at the output alone. A bias of -inf bans a token. `logprobs` asks for
    the chosen token's raw log probability and for that many of the likeliest (0: the chosen one alone).
    A caller that wants variety draws the `seed`. InputError names an option that is out of range.
    """

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    logit_bias: Mapping[int, float] = field(default_factory=dict)
    seed: int = 0
    logprobs: int | None = None
    order: str = "vllm"

    def __post_init__(self) -> None:
        for check in (_check_filters, _check_penalties, _check_bias, _check_rest):
            check(self)

    @property
    def is_greedy(self) -> bool:
        """Whether the choice is the argmax: temperature 0 (or nearly), or a single candidate."""
        return self.temperature < GREEDY_BELOW or self.top_k == 1

    @property
    def has_penalties(self) -> bool:
        """Whether any penalty changes the logits."""
        return self.repetition_penalty != 1 or self.presence_penalty != 0 or self.frequency_penalty != 0

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps in the chosen order."""
        return ORDERS[self.order]


def _check_filters(options: SamplingOptions) -> None:
    temperature, k = options.temperature, options.top_k
    _demand(0 <= temperature <= HOTTEST, "temperature", temperature, f"from 0 (greedy) to {HOTTEST}")
    _demand(_is_integer(k) and k >= -1, "top_k", k, "a whole number from 1, or 0 or -1 for off")
    _demand(0 <= options.top_p <= 1, "top_p", options.top_p, "from 0 to 1 (1: off)")
    _demand(0 <= options.min_p <= 1, "min_p", options.min_p, "from 0 to 1 (0: off)")


def _check_penalties(options: SamplingOptions) -> None:
    least, most = REPETITION
    repetition = options.repetition_penalty
    _demand(least <= repetition <= most, "repetition_penalty", repetition, f"from {least} to {most} (1: off)")
    for name in ("presence_penalty", "frequency_penalty"):
        value = getattr(options, name)
        _demand(-2 <= value <= 2, name, value, "from -2 to 2 (0: off)")


def _check_bias(options: SamplingOptions) -> None:
    for token, bias in options.logit_bias.items():
        _demand(_is_integer(token) and token >= 0, "a token of logit_bias", token, "a token id from 0")
        inside = bias == -math.inf or abs(bias) <= LARGEST_BIAS
        range_ = f"from {-LARGEST_BIAS:,.0f} to {LARGEST_BIAS:,.0f}, or -inf (bans)"
        _demand(inside, f"logit_bias of token {token}", bias, range_)


def _check_rest(options: SamplingOptions) -> None:
    seed, logprobs = options.seed, options.logprobs
    _demand(_is_integer(seed) and seed >= 0, "seed", seed, "a whole number from 0")
    wanted = logprobs is None or (_is_integer(logprobs) and logprobs >= 0)
    _demand(wanted, "logprobs", logprobs, "a whole number from 0, or None for off")
    _demand(options.order in ORDERS, "order", options.order, "one of " + ", ".join(ORDERS))


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _demand(holds: bool, name: str, value: object, range_: str) -> None:
    if not holds:
        raise InputError(f"{name} is {value!r}: it must be {range_}")
