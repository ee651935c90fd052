"""What a decoded token moves through memory, and how near to the machine's bandwidth that comes.

Leaves out activations, which stay in the CPU's caches, and times of requests (metrics.py).
"""

from collections.abc import Mapping
from concurrent.futures import Executor, ThreadPoolExecutor

import numpy as np

from drill.core.errors import InputError
from drill.core.infer.arrays import Array
from drill.core.infer.metrics import Clock
from drill.core.infer.model.config import ModelConfig
from drill.facts import kv, latency

# tables of which a token reads one row, not all
LOOKED_UP = frozenset({"token_embd.weight", "position_embd.weight"})


def weight_bytes(sizes: Mapping[str, int]) -> int:
    """Return the bytes of weights that one token reads, from tensor name -> bytes.

    An embedding table is only looked up in, unless it is the output matrix too (no output.weight).
    """
    looked_up = LOOKED_UP if "output.weight" in sizes else LOOKED_UP - {"token_embd.weight"}
    return sum(size for name, size in sizes.items() if name not in looked_up)


def kv_bytes_per_token(config: ModelConfig, *, bytes_per_element: float) -> float:
    """Return the bytes that the KV cache holds for each token. Source: facts.kv.bytes_per_token."""
    return kv.bytes_per_token(
        layers=config.layers,
        kv_heads=config.kv_heads,
        head_dim=config.head_dim,
        bytes_per_element=bytes_per_element,
    )


def decode_bytes(
    config: ModelConfig, *, weight_bytes: float, context: int, bytes_per_element: float
) -> float:
    """Return the bytes that decoding one token after `context` others reads: weights and cached KV.

    A sliding window bounds the tokens that are read.
    """
    read = context if config.window is None else min(context, config.window)
    return weight_bytes + read * kv_bytes_per_token(config, bytes_per_element=bytes_per_element)


def ceiling_tokens_per_second(*, bytes_per_token: float, bandwidth: float) -> float:
    """Return bandwidth / bytes_per_token: no decoder at batch 1 is faster. Bandwidth in bytes a second."""
    return latency.decode_tokens_per_second(weight_bytes=bytes_per_token, bandwidth=bandwidth)


def ceiling_share(*, tokens_per_second: float, bytes_per_token: float, bandwidth: float) -> float:
    """Return which part of the ceiling was reached; above 1 when the CPU's caches kept some of the bytes."""
    return tokens_per_second / ceiling_tokens_per_second(bytes_per_token=bytes_per_token, bandwidth=bandwidth)


def measure_bandwidth(size: int, *, threads: int, clock: Clock, rounds: int = 5) -> float:
    """Return the bytes a second at which `threads` threads read `size` bytes, the median of the rounds.

    Read as a model's weights are: each thread its own part, once, in order. Take the size of what a token
    reads, as part of a small buffer would stay in the CPU's cache. InputError below 8 bytes a thread.
    """
    if threads < 1 or rounds < 1 or size < 8 * threads:
        raise InputError(f"{size} bytes on {threads} threads, {rounds} rounds: each thread needs 8 bytes")
    parts = np.array_split(np.ones(size // 8, np.int64), threads)
    read = sum(part.nbytes for part in parts)
    with ThreadPoolExecutor(threads) as pool:
        # the first reading starts the threads
        _read(parts, pool)
        return read / float(np.median([_seconds(parts, pool, clock) for _ in range(rounds)]))


def _seconds(parts: list[Array], pool: Executor, clock: Clock) -> float:
    start = clock()
    _read(parts, pool)
    return clock() - start


def _read(parts: list[Array], pool: Executor) -> None:
    # of what numpy does with an array, a maximum costs least beside the reading; it lets go of the GIL
    list(pool.map(np.maximum.reduce, parts))
