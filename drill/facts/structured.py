"""Sizes, times and shares of constrained decoding.

Leaves out grammars themselves and tool tokens (price.py).
"""

from drill.facts import rounding

__all__ = ["mask_bytes", "masked_step_seconds", "share_given_valid"]


def mask_bytes(*, batch: int, vocab: int) -> int:
    """Return batch * ceil(vocab / 32) * 4: one bit a token, packed in 32-bit words.

    Unit: bytes. Source: Dong et al. 2024 (XGrammar); its token bitmask is int32.
    """
    return batch * rounding.ceil(vocab / 32) * 4


def masked_step_seconds(*, step_seconds: float, mask_seconds: float, sequences: int, threads: int) -> float:
    """Return max(step_seconds, sequences * mask_seconds / threads): masks made on the CPU during the step.

    Unit: seconds until sampling can begin. Source: Dong et al. 2024 (XGrammar), section 3.5.
    """
    if threads == 0:
        raise ValueError("masked_step_seconds needs at least 1 thread")
    return max(step_seconds, sequences * mask_seconds / threads)


def share_given_valid(*, share: float, valid: float, other_valid: float) -> float:
    """Return share * valid / (share * valid + (1 - share) * other_valid): Bayes' rule for a first token.

    `share` is its probability, `valid` that of a valid text behind it, `other_valid` behind the other.
    Unit: probability. Source: Park et al. 2024 (Grammar-Aligned Decoding), section 2.
    """
    both = share * valid + (1 - share) * other_valid
    if both == 0:
        raise ValueError("share_given_valid needs some valid text")
    return share * valid / both
