"""Examples of drill.facts.vectors: figures of Faiss, pgvector and the HNSW paper."""

import pytest

from drill.facts import vectors
from drill.facts.registry import Number

EXAMPLES: list[tuple[str, dict[str, Number], Number]] = [
    ("hnsw_bytes_per_vector", {"dimensions": 768, "m": 32}, 3328),
    ("hnsw_bytes_per_vector", {"dimensions": 128, "m": 16}, 640),
    ("hnsw_capacity", {"memory_bytes": 33.28e9, "dimensions": 768, "m": 32}, 10_000_000),
    ("hnsw_capacity", {"memory_bytes": 64e9, "dimensions": 1024, "m": 16}, 15_151_515),
    ("hnsw_graph_ratio", {"dimensions": 128, "m": 32}, 1.5),
    ("hnsw_graph_ratio", {"dimensions": 768, "m": 32}, 1.08333),
    ("hnsw_share_above", {"m": 16, "level": 1}, 0.0625),
    ("hnsw_share_above", {"m": 16, "level": 0}, 1),
    ("raw_bytes", {"vectors": 10_000_000, "dimensions": 1536, "bytes_per_element": 4}, 61.44e9),
    ("raw_bytes", {"vectors": 10_000_000, "dimensions": 1536, "bytes_per_element": 0.125}, 1.92e9),
    ("ivf_distances", {"vectors": 1_000_000, "lists": 1000, "probes": 10}, 11_000),
    ("ivf_distances", {"vectors": 1_000_000, "lists": 4000, "probes": 16}, 8000),
    ("ivf_best_lists", {"vectors": 1_000_000, "probes": 16}, 4000),
    ("ivf_best_lists", {"vectors": 25_000_000, "probes": 4}, 10_000),
    ("ivfpq_bytes", {"vectors": 1_000_000_000, "subspaces": 20, "bits": 8}, 28e9),
    ("ivfpq_bytes", {"vectors": 1_000_000, "subspaces": 3, "bits": 4}, 10e6),
    ("pq_code_bytes", {"subspaces": 96, "bits": 8}, 96),
    ("pq_code_bytes", {"subspaces": 3, "bits": 4}, 2),
    ("pq_ratio", {"dimensions": 768, "subspaces": 96, "bits": 8}, 32),
    ("pq_ratio", {"dimensions": 128, "subspaces": 16, "bits": 8}, 32),
    ("post_filter_survivors", {"ef": 40, "selectivity": 0.1}, 4),
    ("post_filter_survivors", {"ef": 200, "selectivity": 0.01}, 2),
    ("ef_for_k", {"k": 10, "selectivity": 0.1}, 100),
    ("ef_for_k", {"k": 10, "selectivity": 0.3}, 34),
    ("unit_l2_squared", {"cosine": 1}, 0),
    ("unit_l2_squared", {"cosine": -1}, 4),
    ("recall", {"hits": 9, "k": 10}, 0.9),
    ("recall", {"hits": 5, "k": 20}, 0.25),
    (
        "scan_seconds",
        {"vectors": 1_000_000, "dimensions": 768, "bytes_per_element": 4, "bandwidth": 1e11},
        0.03072,
    ),
    ("scan_seconds", {"vectors": 100_000, "dimensions": 1000, "bytes_per_element": 1, "bandwidth": 1e8}, 1),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), EXAMPLES)
def test_formula_gives_the_published_number(
    name: str, arguments: dict[str, Number], expected: Number
) -> None:
    assert getattr(vectors, name)(**arguments) == pytest.approx(expected, rel=5e-4, abs=1e-12)
