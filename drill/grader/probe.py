"""Tries the walls from inside: a worker runs code that breaks out, and we look whether it did.

Leaves out what to do about it (`drill doctor` prints it). Nothing here is believed because it was set up.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from drill.grader.checks import RaisedInSolutionError
from drill.grader.judge import Judge, Task
from drill.grader.process import WorkerEndedError
from drill.grader.proxy import Session, Solution
from drill.study.limits import Limits

_LIMITS = Limits(test_seconds=10, total_seconds=30, memory_mb=64)
_BURGLAR = b"""
import os
import signal
import socket


def read(path):
    with open(path, "rb") as file:
        return len(file.read(1)) == 1


def write(path):
    with open(path, "w") as file:
        file.write("here")
    return True


def connect(port):
    with socket.create_connection(("127.0.0.1", port), timeout=2):
        return True


def see(pid):
    return str(pid) in os.listdir("/proc")


def kill(pid):
    os.kill(pid, signal.SIGKILL)
    return True


def fork():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return True


def allocate(size):
    return len(bytearray(size)) == size
"""


class Probe(NamedTuple):
    """One way out, and whether it is closed."""

    name: str
    stopped: bool


class Probed(NamedTuple):
    """What a worker's walls are called, and how they held."""

    wall: str
    probes: tuple[Probe, ...]


def probe(secret: Path) -> Probed:
    """Try every way out; `secret` is a file that must not be read. MissingError when no worker starts."""
    with TemporaryDirectory(prefix="drill-probe-") as name, _Victim() as victim, _Listener() as port:
        outside = Path(name) / "written"
        judge = Judge(Task("probe", secret, (), _LIMITS))
        session = Session(lambda: judge.start(_BURGLAR), _LIMITS)
        solution = Solution(session)
        try:
            probes = _probes(session, solution, secret, outside, victim, port)
        finally:
            session.close()
    return Probed(judge.wall_name, probes)


def _probes(
    session: Session, solution: Solution, secret: Path, outside: Path, victim: "_Victim", port: int
) -> tuple[Probe, ...]:
    def tried(call: Callable[[], object]) -> bool:
        session.begin_test()
        try:
            return call() is True
        except (RaisedInSolutionError, WorkerEndedError):
            return False

    tried(lambda: solution.write(str(outside)))
    tried(lambda: solution.kill(victim.pid))
    return (
        Probe("reads the solutions", not tried(lambda: solution.read(str(secret)))),
        Probe("writes outside its folder", not outside.exists()),
        Probe("opens a network connection", not tried(lambda: solution.connect(port))),
        Probe("sees other processes", not tried(lambda: solution.see(os.getpid()))),
        Probe("signals other processes", victim.is_alive),
        Probe("starts processes", not tried(solution.fork)),
        Probe("takes more memory than allowed", not tried(lambda: solution.allocate(1 << 30))),
    )


class _Victim:
    """A process that does nothing, to see whether it is killed."""

    def __enter__(self) -> "_Victim":
        command = [sys.executable, "-I", "-S", "-c", "import time; time.sleep(60)"]
        self._popen = subprocess.Popen(command)  # noqa: S603 - our own interpreter, no shell
        self.pid = self._popen.pid
        return self

    @property
    def is_alive(self) -> bool:
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(0.2)
        return self._popen.poll() is None

    def __exit__(self, *_: object) -> None:
        self._popen.kill()
        self._popen.wait()


class _Listener:
    """A port of this machine that takes connections."""

    def __enter__(self) -> int:
        self._socket = socket.create_server(("127.0.0.1", 0))
        return int(self._socket.getsockname()[1])

    def __exit__(self, *_: object) -> None:
        self._socket.close()
