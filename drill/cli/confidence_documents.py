"""How sure against how right, as `drill stats --json` prints it.

Leaves out how it is reckoned (study/confidence.py).
"""

from msgspec import Struct


class BrierDocument(Struct):
    """StatsDocument.brier: the mean squared distance of "how sure are you?" from what came, and its parts.

    score = reliability - resolution + uncertainty.
    """

    score: float
    reliability: float
    resolution: float
    uncertainty: float
    answers: int


class SurenessDocument(Struct):
    """The answers in StatsDocument.sureness given with one confidence, 1 (a guess) to 3 (sure)."""

    confidence: int
    forecast: float
    right: float
    answers: int
