"""Probabilities on a few logits (softmax, temperature, bias, min-p), float spacing, evals of samples.

Leaves out whole vocabularies and drawing.
"""

import math

from drill.facts.rounding import ceil

__all__ = [
    "logit_bias_odds",
    "min_p_floor",
    "min_p_logit_gap",
    "paired_standard_errors",
    "pass_at_k",
    "perplexity3",
    "same_text_share",
    "samples_until",
    "softmax_first",
    "standard_error",
    "throughput_loss",
    "two_logit_probability",
    "ulp",
]


def softmax_first(*, first: float, second: float, third: float, temperature: float) -> float:
    """Return exp(first/T) / (exp(first/T) + exp(second/T) + exp(third/T)).

    Unit: probability. Source: Hinton et al. 2015 (Distilling the Knowledge), section 2.
    """
    _check_temperature(temperature)
    # Divided through by the first term, so that a large logit cannot overflow alone.
    return 1 / (1 + _odds((second - first) / temperature) + _odds((third - first) / temperature))


def two_logit_probability(*, gap: float, temperature: float) -> float:
    """Return 1 / (1 + exp(-gap / T)): the larger of two logits, `gap` above the other.

    Unit: probability. Source: softmax of two terms; Hinton et al. 2015, section 2.
    """
    _check_temperature(temperature)
    return 1 / (1 + _odds(-gap / temperature))


def logit_bias_odds(*, bias: float, temperature: float) -> float:
    """Return exp(bias / T): the factor on a token's odds when the bias is added before temperature.

    Unit: ratio. Source: OpenAI API reference, logit_bias; the factor follows from softmax.
    """
    _check_temperature(temperature)
    return _odds(bias / temperature)


def perplexity3(*, a: float, b: float, c: float) -> float:
    """Return exp(-(a + b + c) / 3) of three natural log probabilities.

    Unit: ratio. Source: Jurafsky and Martin, Speech and Language Processing, section 3.3.
    """
    return _odds(-(a + b + c) / 3)


def min_p_floor(*, min_p: float, top_probability: float) -> float:
    """Return min_p * top_probability: tokens below it are dropped.

    Unit: probability. Source: Nguyen et al. 2024 (Turning Up the Heat: min-p sampling).
    """
    return min_p * top_probability


def min_p_logit_gap(*, min_p: float, temperature: float) -> float:
    """Return T * ln(1 / min_p): how far below the top logit a token is kept, temperature before min-p.

    Unit: logits. Source: exp(-gap / T) >= min_p solved for the gap; Nguyen et al. 2024 (min-p sampling).
    """
    _check_temperature(temperature)
    return temperature * math.log(1 / min_p)


def pass_at_k(*, samples: int, correct: int, k: int) -> float:
    """Return 1 - C(n - c, k) / C(n, k): the chance that k of n samples hold a right one.

    Unit: probability. Source: Chen et al. 2021 (Codex), section 2.1.
    """
    if not 0 <= correct <= samples or not 0 < k <= samples:
        raise ValueError("pass_at_k needs 0 <= correct <= samples and 1 <= k <= samples")
    return 1 - math.comb(samples - correct, k) / math.comb(samples, k)


def samples_until(*, success: float, target: float) -> int:
    """Return the fewest independent samples that hold a right one with probability `target`.

    Unit: samples. Source: 1 - (1 - success)**n >= target solved for n.
    """
    return ceil(math.log(1 - target) / math.log(1 - success))


def standard_error(*, share: float, items: int) -> float:
    """Return sqrt(share * (1 - share) / items) of a share measured on independent items.

    Unit: probability. Source: variance of a binomial share; Miller 2024 (Adding Error Bars to Evals).
    """
    return math.sqrt(share * (1 - share) / items)


def paired_standard_errors(*, only_first: int, only_second: int) -> float:
    """Return (b - c) / sqrt(b + c): a difference on the same items, in standard errors under no difference.

    b and c count the items that one system alone solves. Unit: ratio. Source: McNemar 1947.
    """
    return (only_first - only_second) / math.sqrt(only_first + only_second)


def same_text_share(*, flip: float, tokens: int) -> float:
    """Return (1 - flip)**tokens: the chance that no step of two runs parts, each with probability `flip`.

    Unit: probability. Source: independent steps.
    """
    return (1 - flip) ** tokens


def throughput_loss(*, before_seconds: float, after_seconds: float) -> float:
    """Return 1 - before / after: the share of throughput lost when the same work takes longer.

    Unit: ratio. Source: throughput = work / time.
    """
    return 1 - before_seconds / after_seconds


def ulp(*, exponent: int, significand_bits: int) -> float:
    """Return 2**(exponent - significand_bits + 1): the step between floats from 2**exponent on.

    Significand bits count the hidden one: fp32 24, fp16 11, bf16 8.
    Unit: spacing, in the number's own unit. Source: Goldberg 1991 (What Every Computer Scientist...).
    """
    return 2.0 ** (exponent - significand_bits + 1)


def _odds(exponent: float) -> float:
    if exponent > 700:
        raise ValueError("the exponent is too large: lower the logits or raise the temperature")
    return math.exp(exponent)


def _check_temperature(temperature: float) -> None:
    if temperature <= 0:
        raise ValueError("softmax needs a temperature above 0")
