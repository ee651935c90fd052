"""The JSON document of `drill model bench`.

Leaves out making it (models/bench.py).
"""

from collections.abc import Sequence

from msgspec import Struct


class BenchContenderDocument(Struct):
    """A contender that took part, with its version and settings."""

    name: str
    what: str


class BenchAbsentDocument(Struct):
    """A contender that can't run here."""

    name: str
    why: str


class BenchFigureDocument(Struct):
    """One contender at one task, in tokens a second over the rounds.

    `ratio` is how many times as fast the first contender was (median of paired ratios), `ceiling_share` the
    part of what the memory bandwidth allows; None for prefill.
    """

    contender: str
    task: str
    tokens_per_second: float
    lowest: float
    highest: float
    ratio: float
    ceiling_share: float | None


class BenchDocument(Struct):
    """`drill model bench --json`. Of `waits` samples, `quiet` began on an idle machine."""

    model: str
    threads: int
    rounds: int
    bandwidth: float
    contenders: Sequence[BenchContenderDocument]
    absent: Sequence[BenchAbsentDocument]
    figures: Sequence[BenchFigureDocument]
    quiet: int
    waits: int
    version: int = 1


BENCH_DOCUMENTS = (BenchDocument,)
