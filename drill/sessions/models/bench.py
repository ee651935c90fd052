"""A benchmark of the inference core: contenders in processes of their own, in paired rounds.

Leaves out what runs in the processes and the arithmetic (core/bench) and who they are (lineup.py).
"""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryFile
from time import sleep
from typing import IO, NamedTuple

import drill
from drill.core.bench.protocol import Absent, Hello, Task, decode_answer, decode_hello, encode_task
from drill.core.bench.quiet import STAT, wait_until_quiet
from drill.core.bench.rounds import Figure, Sample, figures, play
from drill.core.infer.weights.checkpoint import Checkpoint
from drill.errors import MissingError
from drill.sessions import blas
from drill.sessions.models.ceilings import decode_share, stream_bandwidth
from drill.sessions.models.lineup import Launch
from drill.study.text import one_line

# drill is found behind a peer's own packages, and nothing else of where drill lies
_BOOT = (
    "import sys; sys.path.append({root!r}); from drill.core.bench.{module} import main; sys.path.pop(); "
    "main(sys.argv[1:])"
)
_OFFLINE = {"HF_HUB_OFFLINE": "1", "PYTHONSAFEPATH": "1"}
_LONGEST = 200
_GRACE_SECONDS = 5.0
Progress = Callable[[int, int], None]


class Contestant:
    """One contender's process. `hello` is what it said of itself once its model was loaded."""

    def __init__(self, launch: Launch, env: Mapping[str, str]) -> None:
        """Start it; it begins to load. MissingError when its interpreter can't be run."""
        self.name = launch.name
        self._errors = TemporaryFile()  # noqa: SIM115 - closed with the process
        try:
            self._process = _started(launch, env, self._errors)
        except OSError as error:
            self._errors.close()
            raise MissingError(
                f"{one_line(launch.python, longest=_LONGEST)}: can't be run ({error.strerror}); "
                "name a Python with --peer-python"
            ) from None

    def hello(self) -> Hello | Absent:
        """Wait until it is loaded; Absent as well when it ended instead."""
        line = self._line()
        return decode_hello(line) if line else Absent(f"ended while loading: {self._last_words()}")

    def ask(self, task: Task) -> list[float]:
        """Return the seconds of a task's steps; MissingError when the process ends."""
        try:
            self._write(encode_task(task))
            line = self._line()
        except BrokenPipeError:
            line = ""
        if not line:
            said = self._last_words()
            raise MissingError(f"{self.name} ended during {task.name} ({said}); leave it out with --without")
        return decode_answer(line)

    def close(self) -> None:
        """Tell it to quit, and end it if it doesn't."""
        try:
            self._write(json.dumps({"task": "quit"}))
            self._process.wait(_GRACE_SECONDS)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self._process.kill()
        self._process.communicate()
        self._errors.close()

    def _write(self, line: str) -> None:
        if self._process.stdin:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def _line(self) -> str:
        return self._process.stdout.readline() if self._process.stdout else ""

    def _last_words(self) -> str:
        self._process.wait()
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        said = [line for line in lines if line.strip()]
        return one_line(said[-1] if said else f"exit code {self._process.returncode}", longest=_LONGEST)


def _started(launch: Launch, env: Mapping[str, str], errors: IO[bytes]) -> subprocess.Popen[str]:
    root = Path(drill.__file__).parents[1]
    # one thread too few or too many in a BLAS decides a benchmark
    threads = launch.options[launch.options.index("--threads") + 1]
    return subprocess.Popen(  # noqa: S603 - an interpreter that the user named, and no shell
        [launch.python, "-c", _BOOT.format(root=str(root), module=launch.module), *launch.options],
        env={**env, **_OFFLINE, **dict.fromkeys(blas.THREADS, threads)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        encoding="utf-8",
        # what a program that is no Python says is only shown
        errors="replace",
    )


class Entry(NamedTuple):
    """A contender that takes part, and what it is."""

    name: str
    hello: Hello


class Report(NamedTuple):
    """What a benchmark found. `bandwidth` is in bytes a second, the median of one stream read a round.

    `shares` are parts of the ceiling that it sets, for each figure of a decode. `quiet` of `waits` samples
    began on an idle machine; both are 0 when nobody waited for that.
    """

    entries: Sequence[Entry]
    absent: Mapping[str, str]
    figures: Sequence[Figure]
    shares: Sequence[float | None]
    bandwidth: float
    quiet: int
    waits: int


class Plan(NamedTuple):
    """What is measured: tasks, rounds, threads of the stream read, how long a sample waits for quiet."""

    tasks: Sequence[Task]
    rounds: int
    threads: int
    quiet_seconds: float = 0.0


@contextmanager
def contestants(
    launches: Sequence[Launch], env: Mapping[str, str]
) -> Iterator[tuple[dict[Entry, Contestant], dict[str, str]]]:
    """Start all, one after the other; yield those that run here and, by name, why others don't.

    MissingError when none does. All end with the block.
    """
    running: dict[Entry, Contestant] = {}
    absent: dict[str, str] = {}
    with ExitStack() as stack:
        for launch in launches:
            contestant = Contestant(launch, env)
            stack.callback(contestant.close)
            said = contestant.hello()
            if isinstance(said, Absent):
                absent[launch.name] = one_line(said.why, longest=_LONGEST)
            else:
                running[Entry(launch.name, said)] = contestant
        if not running:
            reasons = "; ".join(f"{name}: {why}" for name, why in absent.items())
            raise MissingError(f"no contender runs here ({reasons}); name others with --only")
        yield running, absent


def bench(
    checkpoint: Checkpoint,
    launches: Sequence[Launch],
    plan: Plan,
    env: Mapping[str, str],
    on_sample: Progress = lambda done, total: None,
) -> Report:
    """Run a plan and return what it found; the first launch that runs here is what others are compared with.

    `on_sample` is told how many samples are there, of how many. MissingError when nothing runs here.
    """
    with contestants(launches, env) as (running, absent):
        asks = {entry.name: contestant.ask for entry, contestant in running.items()}
        calm = _Calm(plan.quiet_seconds)
        samples: list[Sample] = []
        bandwidths: list[float] = []
        total = (plan.rounds + 1) * len(plan.tasks) * len(asks)
        for sample in play(asks, plan.tasks, rounds=plan.rounds, before=calm.wait):
            samples.append(sample)
            on_sample(len(samples), total)
            if len(bandwidths) < sample.round:
                bandwidths.append(stream_bandwidth(checkpoint, plan.threads))
    entries = list(running)
    found = figures(samples, list(asks))
    bandwidth = median(bandwidths)
    hellos = {entry.name: entry.hello for entry in entries}
    shares = [decode_share(figure, hellos[figure.contender], checkpoint, bandwidth) for figure in found]
    return Report(entries, absent, found, shares, bandwidth, calm.quiet, calm.waits)


class _Calm:
    """Waits for an idle machine and counts how often it found one."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds if STAT.exists() else 0.0
        self.quiet = 0
        self.waits = 0

    def wait(self) -> None:
        if self._seconds:
            self.waits += 1
            self.quiet += wait_until_quiet(self._seconds, sleep)
