"""Print whether the torch backend on CUDA equals the CPU, and its speed beside transformers and the HBM.

Leaves out batches of drill's own: the core holds one sequence a cache. Needs torch and transformers.
Run: python tests/benchmarks/gpu.py [--model FILE-OR-FOLDER]; without one a random model of SmolLM2's shape.
`--device cpu` rehearses with a tiny model: the figures mean nothing then.
"""

import argparse
import json
import sys
from collections.abc import Callable
from math import prod
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from drill.core.bench.protocol import ids
from drill.core.bench.transformers import source
from drill.core.infer.backends.base import Model
from drill.core.infer.backends.choose import Device, DType, load_model
from drill.core.infer.backends.devices import cuda_devices
from drill.core.infer.bandwidth import ceiling_share, decode_bytes, weight_bytes
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.core.infer.weights.open import open_checkpoint

CONTEXT = 64
BATCHES = (1, 8, 64)
SMOLLM2 = {
    "vocab_size": 49152,
    "hidden_size": 576,
    "intermediate_size": 1536,
    "num_hidden_layers": 30,
    "num_attention_heads": 9,
    "num_key_value_heads": 3,
    "max_position_embeddings": 8192,
    "rope_theta": 100_000.0,
    "tie_word_embeddings": True,
}
TINY = {**SMOLLM2, "vocab_size": 512, "hidden_size": 192, "intermediate_size": 256, "num_hidden_layers": 2}
TINY |= {"num_attention_heads": 3, "num_key_value_heads": 1}


class Scale(NamedTuple):
    """How much is measured: tokens to decode, tokens of the prompt, bytes to copy, rounds."""

    decode: int = 128
    prompt: int = 2048
    copied: int = 1 << 30
    rounds: int = 5


REHEARSAL = Scale(decode=4, prompt=64, copied=1 << 20, rounds=2)


class Bench:
    """drill and transformers on one device with the same weights."""

    def __init__(self, path: Path, device: Device, scale: Scale) -> None:
        import torch
        from transformers import AutoModelForCausalLM

        self.torch, self.device, self.scale = torch, device, scale
        self.checkpoint: Checkpoint = open_checkpoint(path)
        self.dtype: DType = "bfloat16" if device == "cuda" else "float32"
        self.ours = self.load(self.device, self.dtype)
        loaded = AutoModelForCausalLM.from_pretrained(**source(path), dtype=getattr(torch, self.dtype))
        self.peer: Any = loaded.to(device).eval()

    def load(self, device: Device, dtype: DType) -> Model:
        """Return drill's torch backend."""
        return load_model(self.checkpoint, device, "torch", dtype=dtype)

    def ids(self, count: int) -> list[int]:
        """Return the first tokens of the text."""
        return ids(0, count, self.checkpoint.config.vocabulary)

    def seconds(self, call: Callable[[], object]) -> float:
        """Return the time until the device is done."""
        began = perf_counter()
        call()
        if self.device == "cuda":
            self.torch.cuda.synchronize()
        return perf_counter() - began

    def medians(self, calls: dict[str, Callable[[], float]]) -> dict[str, float]:
        """Return the median of each by turns; a first round warms up."""
        rounds = [{name: call() for name, call in calls.items()} for _ in range(self.scale.rounds + 1)][1:]
        return {name: median(one[name] for one in rounds) for name in calls}


def equality(bench: Bench) -> dict[str, float]:
    """Return how far logits are from the CPU's in float32: a prompt, then single tokens."""
    expected = logits(bench, bench.load("cpu", "float32"))
    found: dict[str, float] = {}
    dtypes: tuple[DType, ...] = ("float32", "bfloat16")
    for dtype in dtypes:
        got = logits(bench, bench.load(bench.device, dtype))
        found[f"{dtype}: largest difference of logits"] = float(np.abs(got - expected).max())
        found[f"{dtype}: same greedy token"] = float(np.mean(got.argmax(1) == expected.argmax(1)))
    return found


def logits(bench: Bench, model: Model) -> Any:
    """Return logits of a prompt's tokens and of tokens decoded one by one, [tokens, vocabulary]."""
    tokens = bench.ids(CONTEXT + 16)
    cache = model.new_cache(len(tokens))
    rows = [model.forward(tokens[:CONTEXT], range(CONTEXT), cache, every=True)]
    for position in range(CONTEXT, len(tokens)):
        rows.append(model.forward([tokens[position]], [position], cache)[None])
    return np.concatenate(rows)


def our_decode(bench: Bench) -> Callable[[], float]:
    """Return a clock: tokens a second at batch 1, logits on the host after each."""
    tokens = bench.ids(CONTEXT + bench.scale.decode)
    cache = bench.ours.new_cache(len(tokens))
    bench.ours.forward(tokens[:CONTEXT], range(CONTEXT), cache)

    def steps() -> None:
        cache.rewind(CONTEXT)
        for position in range(CONTEXT, len(tokens)):
            bench.ours.forward([tokens[position]], [position], cache)

    return lambda: bench.scale.decode / bench.seconds(steps)


def peer_decode(bench: Bench, batch: int) -> Callable[[], float]:
    """Return a clock: tokens a second of `generate`, all rows together, without the first token's prefill."""
    prompt = bench.torch.tensor([bench.ids(CONTEXT)] * batch, device=bench.device)

    def generate(count: int) -> None:
        with bench.torch.inference_mode():
            bench.peer.generate(
                prompt,
                attention_mask=bench.torch.ones_like(prompt),
                max_new_tokens=count,
                min_new_tokens=count,
                do_sample=False,
                pad_token_id=0,
            )

    def rate() -> float:
        first = bench.seconds(lambda: generate(1))
        rest = bench.seconds(lambda: generate(1 + bench.scale.decode)) - first
        return batch * bench.scale.decode / rest

    return rate


def our_prefill(bench: Bench) -> Callable[[], float]:
    """Return a clock: tokens a second of one prompt."""
    tokens = bench.ids(bench.scale.prompt)
    cache = bench.ours.new_cache(len(tokens))

    def run() -> None:
        cache.rewind(0)
        bench.ours.forward(tokens, range(len(tokens)), cache)

    return lambda: len(tokens) / bench.seconds(run)


def peer_prefill(bench: Bench) -> Callable[[], float]:
    """Return a clock: tokens a second of one prompt, the logits of its last token alone."""
    prompt = bench.torch.tensor([bench.ids(bench.scale.prompt)], device=bench.device)

    def run() -> None:
        with bench.torch.inference_mode():
            bench.peer(prompt, use_cache=True, logits_to_keep=1)

    return lambda: prompt.shape[1] / bench.seconds(run)


def copy(bench: Bench) -> Callable[[], float]:
    """Return a clock: bytes a second read and written by a copy on the device."""
    here = bench.torch.ones(bench.scale.copied, dtype=bench.torch.uint8, device=bench.device)
    there = bench.torch.empty_like(here)
    return lambda: 2 * bench.scale.copied / bench.seconds(lambda: there.copy_(here))


def token_bytes(bench: Bench) -> float:
    """Return what decoding one token at batch 1 reads, at the middle of the measured context."""
    width = 2 if bench.dtype == "bfloat16" else 4
    sizes = {name: width * prod(tensor.shape) for name, tensor in bench.checkpoint.tensors.items()}
    return decode_bytes(
        bench.checkpoint.config,
        weight_bytes=weight_bytes(sizes),
        context=CONTEXT + bench.scale.decode // 2,
        bytes_per_element=width,
    )


def measure(bench: Bench) -> dict[str, Any]:
    """Return all figures, tokens a second where nothing else is said."""
    decode = {"drill, batch 1": our_decode(bench)}
    decode |= {f"transformers.generate, batch {size}": peer_decode(bench, size) for size in BATCHES}
    prefill = {"drill": our_prefill(bench), "transformers": peer_prefill(bench)}
    bandwidth = bench.medians({"copy": copy(bench)})["copy"]
    decoded = bench.medians(decode)
    share = ceiling_share(
        tokens_per_second=decoded["drill, batch 1"],
        bytes_per_token=token_bytes(bench),
        bandwidth=bandwidth,
    )
    return {
        "device": bench.torch.cuda.get_device_name() if bench.device == "cuda" else "cpu, a rehearsal",
        "dtype": bench.dtype,
        "equality with float32 on the CPU": equality(bench),
        f"decode after {CONTEXT}": {**decoded, "drill's share of the HBM ceiling": share},
        f"prefill of {bench.scale.prompt}": bench.medians(prefill),
        "memory, bytes a second": {"copy on the device": bandwidth},
        "not measured": "drill at batch 8 and 64: its core holds one sequence a cache",
    }


def report(figures: dict[str, Any]) -> None:
    """Print a table, then the same as JSON on one line."""
    for title, value in figures.items():
        if isinstance(value, dict):
            rows = "".join(f"\n  {name:44}{number:16.6g}" for name, number in value.items())
            sys.stdout.write(f"{title}{rows}\n")
        else:
            sys.stdout.write(f"{title}: {value}\n")
    sys.stdout.write(json.dumps(figures) + "\n")


def random_model(folder: Path, shape: dict[str, Any]) -> Path:
    """Write a random Llama as a Hugging Face folder, the same at each run."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    LlamaForCausalLM(LlamaConfig(**shape)).save_pretrained(folder)
    return folder


def main() -> None:
    """Measure, or say in one line that there is nothing to measure on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    options = parser.parse_args()
    if options.device == "cuda" and not cuda_devices():
        sys.stdout.write("no CUDA device here: the torch backend on CUDA is unmeasured\n")
        return
    rehearses = options.device == "cpu"
    with TemporaryDirectory() as folder:
        path = options.model or random_model(Path(folder), TINY if rehearses else SMOLLM2)
        report(measure(Bench(path, options.device, REHEARSAL if rehearses else Scale())))


if __name__ == "__main__":
    main()
