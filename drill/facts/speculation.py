"""What speculative decoding gains: acceptance, tokens a pass, speed-up.

Leaves out trees of drafts and large batches, where the target pass is no longer memory-bound.
"""

__all__ = ["acceptance3", "expected_tokens", "speedup"]


def expected_tokens(*, acceptance: float, draft_tokens: int) -> float:
    """Return (1 - a**(g + 1)) / (1 - a): tokens a target pass, the extra one counted.

    Unit: tokens a pass. Source: Leviathan et al. 2023, equation 1.
    """
    if acceptance == 1:
        return draft_tokens + 1  # the limit: every draft token and the bonus token
    return (1 - acceptance ** (draft_tokens + 1)) / (1 - acceptance)


def speedup(*, acceptance: float, draft_tokens: int, draft_cost: float) -> float:
    """Return expected_tokens / (g * c + 1), where c is a draft step's time beside a target step's.

    Unit: ratio. Source: Leviathan et al. 2023, theorem 3.8.
    """
    gained = expected_tokens(acceptance=acceptance, draft_tokens=draft_tokens)
    return gained / (draft_tokens * draft_cost + 1)


def acceptance3(*, p1: float, p2: float, p3: float, q1: float, q2: float, q3: float) -> float:
    """Return min(p1, q1) + min(p2, q2) + min(p3, q3): target p and draft q over three tokens.

    Unit: probability. Source: Leviathan et al. 2023, corollary 3.6 (p target, q draft).
    """
    return min(p1, q1) + min(p2, q2) + min(p3, q3)
