"""Examples of drill.facts.serving: batches and admission."""

import pytest

from drill.facts import serving
from drill.facts.registry import Number

EIGHT_H100_LLAMA_70B_FP8: dict[str, Number] = {
    "gpus": 8,
    "gpu_bytes": 80e9,
    "utilization": 0.9,
    "weight_bytes": 70e9,
    "bytes_per_token": 327_680,
    "context": 8192,
}
EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("static_batch_useful", {"longest": 2000, "mean_tokens": 500}, 0.25),
    ("static_batch_useful", {"longest": 100, "mean_tokens": 100}, 1),
    ("max_admitted", {"max_sequences": 256, "kv_tokens": 83_488, "tokens_per_sequence": 8192}, 10),
    ("max_admitted", {"max_sequences": 8, "kv_tokens": 83_488, "tokens_per_sequence": 1024}, 8),
    ("replicated_sequences", {"replicas": 4, **EIGHT_H100_LLAMA_70B_FP8}, 108),
    ("replicated_sequences", {"replicas": 2, **EIGHT_H100_LLAMA_70B_FP8}, 162),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(serving, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)
