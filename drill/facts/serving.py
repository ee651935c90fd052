"""Batching and admission in a serving engine.

Leaves out block arithmetic (kv.py) and time (latency.py).
"""

from drill.facts import rounding

__all__ = ["max_admitted", "replicated_sequences", "static_batch_useful"]


def static_batch_useful(*, longest: float, mean_tokens: float) -> float:
    """Return mean_tokens / longest: a static batch holds every slot until its longest output ends.

    Unit: ratio. Source: Yu et al. 2022 (Orca), section 3.
    """
    if longest == 0:
        raise ValueError("static_batch_useful needs a longest output of 1 token or more")
    return mean_tokens / longest


def max_admitted(*, max_sequences: int, kv_tokens: int, tokens_per_sequence: int) -> int:
    """Return min(max_sequences, floor(kv_tokens / tokens_per_sequence)).

    Unit: sequences. Source: vLLM, optimization guide (max_num_seqs and KV cache size).
    """
    if tokens_per_sequence == 0:
        raise ValueError("max_admitted needs at least 1 token a sequence")
    return min(max_sequences, rounding.floor(kv_tokens / tokens_per_sequence))


def replicated_sequences(  # noqa: PLR0913 - a formula takes each of its quantities by name
    *,
    replicas: int,
    gpus: int,
    gpu_bytes: float,
    utilization: float,
    weight_bytes: float,
    bytes_per_token: float,
    context: int,
) -> int:
    """Return replicas * floor(room / (bytes_per_token * context)), each replica with its own weights.

    room = gpus / replicas * gpu_bytes * utilization - weight_bytes; KV heads split over a replica's GPUs.
    Unit: sequences. Source: derived; vLLM, parallelism and scaling (data parallel replicas of a model).
    """
    if replicas == 0 or bytes_per_token * context == 0:
        raise ValueError("replicated_sequences needs a replica, and a sequence of more than 0 bytes")
    room = gpus / replicas * gpu_bytes * utilization - weight_bytes
    return replicas * max(rounding.floor(room / (bytes_per_token * context)), 0)
