"""Examples of drill.facts.limits: quotas, Little's law and M/M/1."""

import pytest

from drill.facts import limits
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("requests_per_second", {"rpm": 600, "tpm": 600_000, "tokens_per_request": 2000}, 5),
    ("requests_per_second", {"rpm": 60, "tpm": 6_000_000, "tokens_per_request": 2000}, 1),
    ("effective_tpm", {"tpm": 2_000_000, "hit_rate": 0.8}, 10_000_000),
    ("effective_tpm", {"tpm": 50_000, "hit_rate": 0}, 50_000),
    ("bucket_level", {"capacity": 1000, "rate": 100, "level": 200, "seconds": 3}, 500),
    ("bucket_level", {"capacity": 1000, "rate": 100, "level": 200, "seconds": 30}, 1000),
    ("concurrency", {"requests_per_second": 5, "latency_seconds": 8}, 40),
    ("concurrency", {"requests_per_second": 0.5, "latency_seconds": 10}, 5),
    (
        "replicas",
        {"requests_per_second": 10, "tokens_per_request": 500, "tokens_per_second": 2500, "utilization": 0.7},
        3,
    ),
    (
        "replicas",
        {"requests_per_second": 6, "tokens_per_request": 500, "tokens_per_second": 2000, "utilization": 0.5},
        3,
    ),
    ("backoff_seconds", {"base": 0.5, "attempt": 0, "cap": 60}, 0.5),
    ("backoff_seconds", {"base": 0.5, "attempt": 10, "cap": 60}, 60),
    ("response_seconds", {"service_seconds": 1, "utilization": 0.8}, 5),
    ("response_seconds", {"service_seconds": 0.2, "utilization": 0.5}, 0.4),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(limits, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)
