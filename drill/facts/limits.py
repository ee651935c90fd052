"""Rate limits, queueing and capacity: what a quota or a fleet lets through.

Leaves out the price of it (price.py).
"""

from drill.facts import rounding

__all__ = [
    "backoff_seconds",
    "bucket_level",
    "concurrency",
    "effective_tpm",
    "replicas",
    "requests_per_second",
    "response_seconds",
]


def requests_per_second(*, rpm: float, tpm: float, tokens_per_request: float) -> float:
    """Return min(rpm, tpm / tokens_per_request) / 60: the tighter of two limits a minute.

    Unit: requests a second. Source: OpenAI, rate limits guide (whichever limit is hit first).
    """
    if tokens_per_request == 0:
        raise ValueError("requests_per_second needs more than 0 tokens a request")
    return min(rpm, tpm / tokens_per_request) / 60


def effective_tpm(*, tpm: float, hit_rate: float) -> float:
    """Return tpm / (1 - hit_rate), where cached reads don't count against the limit.

    Unit: input tokens a minute. Source: Anthropic, rate limits page (2M at 80 % hits is 10M).
    """
    if hit_rate >= 1:
        raise ValueError("effective_tpm needs a hit rate below 1")
    return tpm / (1 - hit_rate)


def bucket_level(*, capacity: float, rate: float, level: float, seconds: float) -> float:
    """Return min(capacity, level + rate * seconds): a token bucket after a pause.

    Unit: tokens of the bucket. Source: Anthropic, rate limits page (token bucket); RFC 2697.
    """
    return min(capacity, level + rate * seconds)


def concurrency(*, requests_per_second: float, latency_seconds: float) -> float:
    """Return requests_per_second * latency_seconds: Little's law.

    Unit: requests in flight. Source: Little 1961 (L = lambda W).
    """
    return requests_per_second * latency_seconds


def replicas(
    *, requests_per_second: float, tokens_per_request: float, tokens_per_second: float, utilization: float
) -> int:
    """Return ceil(requests_per_second * tokens_per_request / (tokens_per_second * utilization)).

    Unit: replicas. Source: derived from the load and one replica's throughput at its target use.
    """
    capacity = tokens_per_second * utilization
    if capacity == 0:
        raise ValueError("replicas needs a throughput and a utilization above 0")
    return rounding.ceil(requests_per_second * tokens_per_request / capacity)


def backoff_seconds(*, base: float, attempt: int, cap: float) -> float:
    """Return min(cap, base * 2**attempt): the longest wait before jitter, attempts counted from 0.

    Unit: seconds. Source: AWS Architecture Blog, "Exponential Backoff And Jitter" (Brooker 2015).
    """
    return min(cap, base * 2.0**attempt)


def response_seconds(*, service_seconds: float, utilization: float) -> float:
    """Return service_seconds / (1 - utilization): mean time in an M/M/1 system, queue and service.

    Unit: seconds. Source: Harchol-Balter 2013 (Performance Modeling), M/M/1 chapter.
    """
    if utilization >= 1:
        raise ValueError("response_seconds needs a utilization below 1")
    return service_seconds / (1 - utilization)
