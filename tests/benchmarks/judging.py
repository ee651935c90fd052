"""Print what judging costs, as ratios to bare pytest over the same tests with the solution imported plainly.

Leaves out absolute limits: they are the machine's. Run: python tests/benchmarks/judging.py [--runs 7]
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from drill.content.locate import content_root

WARM_UP_SECONDS = 2.0
MOST = {"submit": 1.3, "watch, save to verdict": 0.4}
# what the judge's proxy offers beyond a plain call
CONFTEST = """
import sys
from types import SimpleNamespace
import pytest
import solution as plain

class Plain:
    def __getattr__(self, name):
        return Call(getattr(plain, name))

class Call:
    def __init__(self, call):
        self.call = call
    def __call__(self, *args, **kwargs):
        return self.call(*args, **kwargs)
    def measured(self, *args, what, **kwargs):
        steps = 0
        def local(frame, event, arg):
            nonlocal steps
            steps += event == "line"
            return local
        sys.settrace(lambda frame, event, arg: local if frame.f_code.co_filename == plain.__file__ else None)
        try:
            value = self.call(*args, **kwargs)
        finally:
            sys.settrace(None)
        return SimpleNamespace(value=value, steps=steps, peak_bytes=0, seconds=0.0)

@pytest.fixture
def solution():
    return Plain()

@pytest.fixture(scope="module")
def shared_solution():
    return Plain()

@pytest.fixture(scope="session")
def seed():
    return 0
"""


def environment(home: Path) -> dict[str, str]:
    """Return an environment with a learner's folder of its own."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "PYTHONPATH") if name in os.environ}
    return {**kept, "DRILL_HOME": str(home), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def bare(folder: Path, slug: str) -> Callable[[], float]:
    """Return a clock on bare pytest."""
    folder.mkdir()
    spoilers = content_root() / "solutions" / slug
    for name in ("solution.py", "test_hidden.py"):
        shutil.copy(spoilers / name, folder / name)
    (folder / "conftest.py").write_text(CONFTEST, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "."]
    return lambda: _seconds(command, folder, environment(folder))


def submit(home: Path, slug: str) -> Callable[[], float]:
    """Return a clock on `drill kata submit`."""
    file = content_root() / "solutions" / slug / "solution.py"
    command = [sys.executable, "-m", "drill", "kata", "submit", slug, "--file", str(file), "--json"]
    return lambda: _seconds(command, content_root(), environment(home))


def watch(home: Path, slug: str) -> Callable[[], float]:
    """Return a clock on `drill kata watch` that has judged once, from a save to the end it brings."""
    env, solution = environment(home), content_root() / "solutions" / slug / "solution.py"

    def once() -> float:
        _seconds([*_kata("start", slug), "--again", "--untimed", "--json"], content_root(), env)
        command = [*_kata("watch", slug), "--json"]
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # the first verdict, on the starter; then the next worker gets ready
        if process.stderr:
            process.stderr.readline()
        time.sleep(WARM_UP_SECONDS)
        began = time.perf_counter()
        shutil.copy(solution, home / "katas" / slug / "solution.py")
        # the document is there with its first byte; the end of the process is no part of it
        first = process.stdout.read(1) if process.stdout else b""
        took = time.perf_counter() - began
        process.communicate()
        if not first or process.returncode:
            raise SystemExit(f"watch ended with {process.returncode}")
        return took

    return once


def _kata(verb: str, slug: str) -> list[str]:
    return [sys.executable, "-m", "drill", "kata", verb, slug]


def _seconds(command: Sequence[str], folder: Path, env: dict[str, str]) -> float:
    began = time.perf_counter()
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    took = time.perf_counter() - began
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return took


def main() -> None:
    """Measure all by turns, so that a busy machine slows all alike; one round first warms caches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--kata", default="softmax")
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        root = Path(name)
        clocks = {
            "bare pytest": bare(root / "bare", options.kata),
            "submit": submit(root / "home", options.kata),
            "watch, save to verdict": watch(root / "home", options.kata),
        }
        rounds = [{what: clock() for what, clock in clocks.items()} for _ in range(options.runs + 1)][1:]
    for what in clocks:
        taken = [one[what] for one in rounds]
        ratio = median(one[what] / one["bare pytest"] for one in rounds)
        wanted = f", at most {MOST[what]}x" if what in MOST else ""
        sys.stdout.write(
            f"{what:24}{1000 * min(taken):8.0f} ms min{1000 * median(taken):8.0f} median"
            f"{ratio:7.2f}x (median of paired ratios{wanted})\n"
        )


if __name__ == "__main__":
    main()
