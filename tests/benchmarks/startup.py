"""Print how long drill takes to start, as ratios to `python -c "import click"`, in a pseudo-terminal.

Leaves out absolute limits: they are the machine's. Run: python tests/benchmarks/startup.py [--runs 15]
"""

import argparse
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from random import Random
from select import select
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from drill.cli.app import App
from drill.sessions.agenda import Wishes
from drill.sessions.answering import Given
from drill.sessions.quiz import Quiz

ROWS, COLUMNS = 30, 100
# the last word of the line of keys below a question, and the end of its style
FOOTER = b"quit\x1b[0m"
PATIENCE_SECONDS = 20.0
BASE = "import click"
SMALL = "first question, shipped banks"
LARGE = "first question, 10,000 more, 100,000 entries"
# what is measured -> what it is compared with, and the ratio wanted
TARGETS = {"drill --version": (BASE, 1.6), SMALL: (BASE, 3.0), LARGE: (SMALL, 1.5)}


class Home(NamedTuple):
    """A learner's folder and the study day on which it is opened."""

    folder: Path
    day: str

    @property
    def env(self) -> dict[str, str]:
        """The environment that makes drill work there, on that day, found as anyone's folder is."""
        return {
            "XDG_DATA_HOME": str(self.folder.parent),
            "XDG_CACHE_HOME": str(self.folder.parent / "cache"),
            "DRILL_NOW": f"{self.day}T09:00+00:00",
        }


class Case(NamedTuple):
    """A command, its environment, and the bytes that end the clock (none: the end of the process)."""

    command: Sequence[str]
    env: Mapping[str, str]
    until: bytes = b""


def make_home(parent: Path, *options: str) -> Home:
    """Make a learner's folder in a process of its own, so that its garbage is not ours."""
    folder = parent / "drill"
    folder.mkdir(parents=True)
    maker = Path(__file__).with_name("big_home.py")
    command = [sys.executable, str(maker), str(folder), *options]
    made = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Home(folder, made.stdout.strip())


def seconds(case: Case) -> float:
    """Return the time from exec to the end of a case, in a terminal of its own."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    began = perf_counter()
    process = subprocess.Popen(
        case.command,
        env={**env, **case.env},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    shown = _read(ours, case.until)
    took = perf_counter() - began
    process.kill()
    status = process.wait()
    os.close(ours)
    if case.until not in shown or (not case.until and status > 0):
        raise SystemExit(f"{' '.join(case.command)} showed\n{shown.decode(errors='replace')}")
    return took


def _read(terminal: int, until: bytes) -> bytes:
    """Return what appears up to `until`, or up to the end of the process."""
    shown = b""
    # the end of the other side is an error on Linux
    with suppress(OSError):
        while (not until or until not in shown) and select([terminal], [], [], PATIENCE_SECONDS)[0]:
            shown += os.read(terminal, 65536)
    return shown


def cases(small: Home, large: Home) -> dict[str, Case]:
    """Return what is measured; drill is the console script beside this python."""
    drill = str(Path(sys.executable).with_name("drill"))
    quiz = [drill, "quiz", "--seed", "1"]
    return {
        BASE: Case([sys.executable, "-c", BASE], {}),
        "drill --version": Case([drill, "--version"], small.env),
        SMALL: Case(quiz, small.env, FOOTER),
        LARGE: Case(quiz, large.env, FOOTER),
    }


def measure(wanted: Mapping[str, Case], runs: int) -> dict[str, list[float]]:
    """Time each case once a round, so that a busy machine slows all alike; one round first warms caches."""
    times: dict[str, list[float]] = {name: [] for name in wanted}
    for number in range(runs + 1):
        for name, case in wanted.items():
            took = seconds(case)
            times[name] += [took] if number else []
    return times


def next_milliseconds(home: Home, answers: int) -> float:
    """Return the median time to choose and draw the next item after an answer in one sitting."""
    app = App(env=home.env, stdin=sys.stdin, stdout=sys.stdout, stderr=sys.stderr)
    quiz = Quiz(app.open_desk(seed=1), Wishes(new=answers, minutes=600), rng=Random(1))
    times: list[float] = []
    while len(times) < answers and quiz.next() is not None:
        quiz.answer(Given("a", seconds=20.0, final=True))
        times.append(_timed(quiz.next))
    return 1000 * median(times)


def _timed(call: Callable[[], object]) -> float:
    began = perf_counter()
    call()
    return perf_counter() - began


def report(times: Mapping[str, Sequence[float]]) -> None:
    """Print minimum, median and ratios of each case."""
    say(f"{'':46}{'min ms':>8}{'median':>8}{'min':>8}{'median':>8}  of")
    for name, taken in times.items():
        line = f"{name:46}{1000 * min(taken):8.1f}{1000 * median(taken):8.1f}"
        if name in TARGETS:
            base, most = TARGETS[name]
            ratios = (min(taken) / min(times[base]), median(taken) / median(times[base]))
            line += f"{ratios[0]:7.2f}x{ratios[1]:7.2f}x  {base} (at most {most}x)"
        say(line)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> None:
    """Make the folders, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    runs = parser.parse_args().runs
    with TemporaryDirectory() as folder:
        root = Path(folder)
        small = make_home(root / "small")
        large = make_home(root / "large", "--questions", "10000", "--entries", "100000", "--items", "8000")
        short = make_home(root / "short", "--questions", "10000", "--entries", "1000", "--items", "400")
        say(f"{datetime.now().astimezone():%Y-%m-%d}, Python {sys.version.split()[0]}, {runs} runs by turns")
        report(measure(cases(small, large), runs))
        for home, entries in ((short, "1,000"), (large, "100,000")):
            say(f"next item at {entries:>7} entries: {next_milliseconds(home, 100):.3f} ms (median of 100)")


if __name__ == "__main__":
    main()
