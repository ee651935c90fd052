"""Sizes of constrained decoding.

Leaves out grammars themselves and tool tokens (price.py).
"""

from drill.facts import rounding

__all__ = ["mask_bytes"]


def mask_bytes(*, batch: int, vocab: int) -> int:
    """Return batch * ceil(vocab / 32) * 4: one bit a token, packed in 32-bit words.

    Unit: bytes. Source: Dong et al. 2024 (XGrammar); its token bitmask is int32.
    """
    return batch * rounding.ceil(vocab / 32) * 4
