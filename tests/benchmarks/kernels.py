"""Print tokens a second of the numba backend beside numpy, and beside the ceiling that memory sets.

Leaves out other engines. All contenders run in one process, in turns; each figure is the median of the rounds
and, in brackets, the best: on a shared machine the median is what others left over.
Run: python tests/benchmarks/kernels.py MODEL.gguf [--rounds N] [--skip-numpy]
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

import numpy as np

from drill.core.infer.backends.base import Model
from drill.core.infer.backends.numba.model import NumbaLlama
from drill.core.infer.backends.numpy_ops import NumpyOps
from drill.core.infer.bandwidth import decode_bytes, measure_bandwidth, weight_bytes
from drill.core.infer.model.networks import build
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.open import open_checkpoint

CONTEXTS = (64, 1024)
PROMPT = 512
STEPS = 16
# bytes of a half float in the KV cache
HALF = 2


class Sample(NamedTuple):
    """One measurement of one contender."""

    name: str
    what: str
    rate: float


def timed(call: Callable[[], object]) -> float:
    """Return the seconds of one call."""
    began = perf_counter()
    call()
    return perf_counter() - began


def measure(name: str, model: Model, tokens: list[int]) -> Iterator[Sample]:
    """Yield tokens a second: decode at each context, prefill."""
    cache = model.new_cache(max(CONTEXTS) + STEPS)
    for context in CONTEXTS:
        cache.rewind(0)
        model.forward(tokens[:context], range(context), cache)

        def decode(context: int = context) -> None:
            for position in range(context, context + STEPS):
                model.forward([tokens[position]], [position], cache)

        yield Sample(name, f"decode@{context}", STEPS / timed(decode))
    cache.rewind(0)
    rate = PROMPT / timed(lambda: model.forward(tokens[:PROMPT], range(PROMPT), cache))
    yield Sample(name, f"prefill {PROMPT}", rate)


def contenders(checkpoint: Checkpoint, *, with_numpy: bool) -> dict[str, Model]:
    """Return the models that take part, by name."""
    models: dict[str, Model] = {}
    for threads in (1, 2):
        for activations in ("int16", "int8"):
            model = NumbaLlama(checkpoint, threads=threads, activations=activations)
            model.warm()
            models[f"numba {activations}, {threads} thread{'s' * (threads > 1)}"] = model
    if with_numpy:
        models["numpy float32"] = build(checkpoint, NumpyOps())
    return models


def say(line: str) -> None:
    """Write a line."""
    sys.stdout.write(f"{line}\n")


def show(samples: list[Sample], reads: dict[int, list[float]], size: float) -> None:
    """Print the table."""
    columns = [*(f"decode@{context}" for context in CONTEXTS), f"prefill {PROMPT}"]
    say(f"{'tokens a second':<26}" + "".join(f"{column:>22}" for column in columns))
    for name in dict.fromkeys(sample.name for sample in samples):
        cells = []
        for column in columns:
            rates = [sample.rate for sample in samples if (sample.name, sample.what) == (name, column)]
            cells.append(f"{median(rates):.1f} ({max(rates):.1f})")
        say(f"{name:<26}" + "".join(f"{cell:>22}" for cell in cells))
    for threads, rates in reads.items():
        speed, best = median(rates), max(rates)
        say(
            f"reading {size / 1e6:.1f} MB, {threads} thread{'s' * (threads > 1)}: "
            f"{speed / 1e9:.1f} ({best / 1e9:.1f}) GB/s, a ceiling of {speed / size:.1f} ({best / size:.1f})"
        )


def main() -> None:
    """Measure in turns and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--skip-numpy", action="store_true")
    asked = parser.parse_args()
    checkpoint = open_checkpoint(asked.model)
    weights = weight_bytes({name: tensor.data.nbytes for name, tensor in checkpoint.tensors.items()})
    size = decode_bytes(checkpoint.config, weight_bytes=weights, context=64, bytes_per_element=HALF)
    models = contenders(checkpoint, with_numpy=not asked.skip_numpy)
    tokens = np.random.default_rng(0).integers(0, checkpoint.config.vocabulary, 2048).tolist()
    samples: list[Sample] = []
    reads: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(asked.rounds):
        for threads, rates in reads.items():
            rates.append(measure_bandwidth(int(size), threads=threads, clock=perf_counter, rounds=1))
        for name, model in models.items():
            samples.extend(measure(name, model, tokens))
    show(samples, reads, size)


if __name__ == "__main__":
    main()
