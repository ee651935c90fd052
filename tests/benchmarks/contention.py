"""Print decode speed while another process keeps a CPU busy: the mean of all steps, interruptions counted.

Leaves out quiet machines (inference.py). Run: python tests/benchmarks/contention.py MODEL.gguf
[--peer-python PATH] [--rounds 5] [--busy 1]
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from drill.core.bench.protocol import Task
from drill.core.bench.rounds import Ask, figures, play
from drill.sessions.models.bench import contestants
from drill.sessions.models.lineup import Setting, lineup

TASK = Task("decode", 64, 60)
NAMES = ("drill-int16", "drill-int8", "drill-int16-1t", "llama.cpp")


@contextmanager
def neighbors(count: int) -> Iterator[None]:
    """Keep so many processes busy."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def report(title: str, asks: Mapping[str, Ask], rounds: int) -> None:
    """Measure and print; the ratio is drill-int16's speed over the contender's."""
    samples = list(play(asks, [TASK], rounds=rounds))
    sys.stdout.write(f"{title}\n")
    for figure in figures(samples, list(asks), average=fmean):
        spread = f"{figure.lowest:8.1f}-{figure.highest:.1f}"
        sys.stdout.write(
            f"  {figure.contender:16}{figure.rate:8.1f} tokens/s{spread:>18}{figure.ratio:8.2f}x\n"
        )
    sys.stdout.flush()


def main() -> None:
    """Measure twice: without neighbors and with them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--peer-python")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--busy", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        setting = Setting(
            options.model, options.threads, TASK.room, sys.executable, options.peer_python, Path(folder)
        )
        with contestants(lineup(setting, NAMES), os.environ) as (running, absent):
            asks = {entry.name: contestant.ask for entry, contestant in running.items()}
            report("no neighbor", asks, options.rounds)
            with neighbors(options.busy):
                report(f"{options.busy} busy neighbor{'s' * (options.busy > 1)}", asks, options.rounds)
    for name, why in absent.items():
        sys.stdout.write(f"{name} didn't run: {why}\n")


if __name__ == "__main__":
    main()
