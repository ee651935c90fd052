"""Print how fast the inference core is beside llama.cpp and transformers, and which targets it reaches.

Leaves out start-up (start.py), busy neighbors (contention.py), other sizes (one_b.py) and GPUs (gpu.py).
Run: python tests/benchmarks/inference.py MODEL.gguf [--peer-python PATH] [--rounds 7] [--quiet-seconds 15]
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from drill.cli.app import App
from drill.cli.bench_documents import BenchDocument, BenchFigureDocument
from drill.cli.models.bench import BenchWish, measure, show

OURS = "drill-int16"


class Target(NamedTuple):
    """How many times as fast as a peer drill-int16 is to be at a task, or one of its entries."""

    task: str
    peer: str
    least: float
    ours: str = OURS


TARGETS = (
    Target("decode 64", "llama.cpp", 2.3),
    Target("decode 1024", "llama.cpp", 2.8),
    Target("prefill 512", "llama.cpp", 4.0),
    Target("decode 64", "transformers", 8.0),
    Target("decode 1024", "transformers", 8.0),
    Target("prefill 512", "transformers", 1.5),
    Target("decode 64", "llama.cpp", 1.0, "drill-int16-1t"),
    Target("decode 1024", "llama.cpp", 1.0, "drill-int16-1t"),
)
LEAST_SHARE = 0.85


def verdicts(document: BenchDocument) -> list[str]:
    """Return a line for each target whose contenders took part."""
    figures = {(figure.task, figure.contender): figure for figure in document.figures}
    lines = []
    for target in TARGETS:
        ours, peer = (figures.get((target.task, name)) for name in (target.ours, target.peer))
        if ours and peer:
            reached = peer.ratio if target.ours == OURS else ours.tokens_per_second / peer.tokens_per_second
            wanted = f"{target.ours} {reached:.2f}x {target.peer}, at least {target.least:g}x"
            lines.append(f"{_mark(reached >= target.least)} {target.task}: {wanted}")
    return lines + [_share(figure) for figure in document.figures if figure.contender == OURS]


def _share(figure: BenchFigureDocument) -> str:
    if figure.ceiling_share is None:
        return f"        {figure.task}: {figure.tokens_per_second:.0f} tokens/s"
    reached = f"{figure.ceiling_share:.0%} of the bandwidth ceiling, at least {LEAST_SHARE:.0%}"
    return f"{_mark(figure.ceiling_share >= LEAST_SHARE)} {figure.task}: {OURS} {reached}"


def _mark(reached: bool) -> str:
    return "reached" if reached else "missed "


def main() -> None:
    """Measure, print the tables, then the targets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--peer-python")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quiet-seconds", type=float, default=0.0)
    options = parser.parse_args()
    wish = BenchWish(
        rounds=options.rounds, peer_python=options.peer_python, quiet_seconds=options.quiet_seconds
    )
    app = App.of_this_process()
    with TemporaryDirectory() as folder:
        document = measure(app, options.model, wish, Path(folder))
    show(app, document)
    sys.stdout.write("\n" + "\n".join(verdicts(document)) + "\n")


if __name__ == "__main__":
    main()
