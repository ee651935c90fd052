"""Print the time from the start of a process to its first token: import, load, a prompt of 16, one token.

"cold" compiles all that numba needs. Leaves out speed after that (inference.py).
Run: python tests/benchmarks/start.py MODEL.gguf [--peer-python PATH] [--runs 5]
"""

import argparse
import os
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from drill.core.bench.protocol import Absent, Task
from drill.sessions.models.bench import Contestant
from drill.sessions.models.lineup import Launch, Setting, lineup

PROMPT = Task("prefill", 0, 16)
TOKEN = Task("decode", 16, 1)
# seconds
MOST = {"drill-int16": 1.2, "drill-int16, cold": 9.0}


def seconds(launch: Launch) -> float | str:
    """Return the time to the first token, or why the contender doesn't run here."""
    began = perf_counter()
    contestant = Contestant(launch, os.environ)
    try:
        said = contestant.hello()
        if isinstance(said, Absent):
            return said.why
        contestant.ask(PROMPT)
        contestant.ask(TOKEN)
        return perf_counter() - began
    finally:
        contestant.close()


def main() -> None:
    """Measure by turns; the first run of drill-int16 compiles and fills the cache of the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--peer-python")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        setting = Setting(
            options.model, options.threads, 64, sys.executable, options.peer_python, Path(folder)
        )
        launches = lineup(setting, ("drill-int16", "drill-numpy", "llama.cpp", "transformers"))
        report("drill-int16, cold", [seconds(launches[0])])
        taken: dict[str, list[float | str]] = {launch.name: [] for launch in launches}
        for _ in range(options.runs):
            for launch in launches:
                taken[launch.name].append(seconds(launch))
    for name, times in taken.items():
        report(name, times)


def report(name: str, times: list[float | str]) -> None:
    """Print one contender's line."""
    numbers = [time for time in times if isinstance(time, float)]
    if len(numbers) < len(times):
        line = f"didn't run: {next(time for time in times if isinstance(time, str))}"
    else:
        wanted = f"   (at most {MOST[name]:g} s)" if name in MOST else ""
        line = f"{median(numbers):6.2f} s median{min(numbers):8.2f} min{max(numbers):8.2f} max{wanted}"
    sys.stdout.write(f"{name:20}{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
