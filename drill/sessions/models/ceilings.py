"""How near a contender comes to what the memory allows: the bytes of a token over a measured stream read.

Leaves out measuring contenders (bench.py).
"""

from collections.abc import Mapping
from math import prod
from time import perf_counter

from drill.core.bench.protocol import Hello
from drill.core.bench.rounds import Figure
from drill.core.infer.bandwidth import ceiling_share, decode_bytes, measure_bandwidth, weight_bytes
from drill.core.infer.weights.checkpoint import Checkpoint


def stream_bandwidth(checkpoint: Checkpoint, threads: int) -> float:
    """Return the bytes a second at which threads read as much as a token reads of the packed weights."""
    size = weight_bytes(_sizes(checkpoint, None))
    return measure_bandwidth(size, threads=threads, clock=perf_counter, rounds=3)


def decode_share(figure: Figure, hello: Hello, checkpoint: Checkpoint, bandwidth: float) -> float | None:
    """Return the part of its ceiling that a decode reached, half its tokens done; None for prefill."""
    if figure.task.kind != "decode":
        return None
    moved = decode_bytes(
        checkpoint.config,
        weight_bytes=weight_bytes(_sizes(checkpoint, hello.element_bytes)),
        context=figure.task.context + figure.task.tokens // 2,
        bytes_per_element=hello.kv_bytes,
    )
    return ceiling_share(tokens_per_second=figure.rate, bytes_per_token=moved, bandwidth=bandwidth)


def _sizes(checkpoint: Checkpoint, element_bytes: float | None) -> Mapping[str, int]:
    """Return tensor name -> bytes, packed as in the file or at so many bytes an element."""
    return {
        name: tensor.data.nbytes if element_bytes is None else int(element_bytes * prod(tensor.shape))
        for name, tensor in checkpoint.tensors.items()
    }
