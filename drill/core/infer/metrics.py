"""What a request and a batch measure in time: queue, TTFT, ITL, TPOT, tokens a second.

Leaves out bytes and bandwidth (bandwidth.py) and reading a clock: it comes as an argument, a monotonic one.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from drill.facts import latency

Clock = Callable[[], float]


class Arrival(NamedTuple):
    """A step that gave tokens, usually one; visible if it also gave text."""

    seconds: float
    tokens: int
    visible: bool


@dataclass(frozen=True, kw_only=True)
class RequestTimes:
    """When one request was submitted, started and got its tokens; seconds of one clock.

    `prefill_tokens` are those that were computed: what a cache held already doesn't count.
    """

    submitted: float
    started: float
    prefill_tokens: int
    arrivals: tuple[Arrival, ...]

    @property
    def output_tokens(self) -> int:
        """All tokens that came, the one that ends the text included."""
        return sum(arrival.tokens for arrival in self.arrivals)

    @property
    def queue_seconds(self) -> float:
        """From submission to the start of prefill."""
        return self.started - self.submitted

    @property
    def ttft_seconds(self) -> float | None:
        """From submission, queue included, to the first token with text; None when no text came."""
        visible = (arrival.seconds for arrival in self.arrivals if arrival.visible)
        first = next(visible, None)
        return None if first is None else first - self.submitted

    @property
    def end_to_end_seconds(self) -> float | None:
        """From submission to the last token; None when no token came."""
        return self.arrivals[-1].seconds - self.submitted if self.arrivals else None

    @property
    def itl_seconds(self) -> tuple[float, ...]:
        """The gaps between arrivals: n - 1 for n tokens; a step of several tokens gives one gap."""
        return tuple(later.seconds - sooner.seconds for sooner, later in pairwise(self.arrivals))

    @property
    def tpot_seconds(self) -> float | None:
        """(End to end - TTFT) / (n - 1), seconds a token; None below 2 tokens or without text."""
        end, first = self.end_to_end_seconds, self.ttft_seconds
        if end is None or first is None or self.output_tokens < 2:
            return None
        return latency.tpot_seconds(
            end_to_end_seconds=end, ttft_seconds=first, output_tokens=self.output_tokens
        )

    @property
    def prefill_tokens_per_second(self) -> float | None:
        """Prompt tokens computed over the time from start to the first token, visible or not."""
        if not self.arrivals:
            return None
        return _rate(self.prefill_tokens, self.arrivals[0].seconds - self.started)

    @property
    def decode_tokens_per_second(self) -> float | None:
        """Tokens after the first arrival over the time that they took; None when there are none."""
        if len(self.arrivals) < 2:
            return None
        later = self.output_tokens - self.arrivals[0].tokens
        return _rate(later, self.arrivals[-1].seconds - self.arrivals[0].seconds)


class Watch:
    """Takes the times of one request; making one is the submission."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._submitted = clock()
        self._started: float | None = None
        self._prefill_tokens = 0
        self._arrivals: list[Arrival] = []

    def start(self, prefill_tokens: int) -> None:
        """Note that so many prompt tokens are computed from now on."""
        self._started = self._clock()
        self._prefill_tokens = prefill_tokens

    def arrive(self, *, tokens: int = 1, visible: bool) -> None:
        """Note tokens of one step, and whether text came with them."""
        self._arrivals.append(Arrival(self._clock(), tokens, visible))

    def times(self) -> RequestTimes:
        """Return what was noted up to here; a request that never started counts as queued until now."""
        return RequestTimes(
            submitted=self._submitted,
            started=self._clock() if self._started is None else self._started,
            prefill_tokens=self._prefill_tokens,
            arrivals=tuple(self._arrivals),
        )


class Percentiles(NamedTuple):
    """Seconds that 50, 90 and 99 of a hundred values stay below, interpolated between neighbors."""

    p50: float
    p90: float
    p99: float


class BatchTimes(NamedTuple):
    """Several requests together. TTFT and TPOT have one value a request; ITL pools all gaps.

    So a long answer weighs more in ITL than in TPOT. None where no request has a value.
    """

    requests: int
    output_tokens: int
    tokens_per_second: float | None
    ttft: Percentiles | None
    tpot: Percentiles | None
    itl: Percentiles | None


def summarize(requests: Sequence[RequestTimes]) -> BatchTimes:
    """Return the batch's figures; tokens a second go from the first submission to the last token."""
    output = sum(request.output_tokens for request in requests)
    ends = [request.arrivals[-1].seconds for request in requests if request.arrivals]
    submitted = min((request.submitted for request in requests), default=0.0)
    return BatchTimes(
        requests=len(requests),
        output_tokens=output,
        tokens_per_second=_rate(output, max(ends) - submitted) if ends else None,
        ttft=percentiles(request.ttft_seconds for request in requests),
        tpot=percentiles(request.tpot_seconds for request in requests),
        itl=percentiles(gap for request in requests for gap in request.itl_seconds),
    )


def percentiles(values: Iterable[float | None]) -> Percentiles | None:
    """Return the percentiles of the values that are there; None when there are none."""
    present = [value for value in values if value is not None]
    if not present:
        return None
    return Percentiles(*(float(value) for value in np.percentile(present, (50, 90, 99))))


def _rate(tokens: int, seconds: float) -> float | None:
    return tokens / seconds if seconds > 0 else None
