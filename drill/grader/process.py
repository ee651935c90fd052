"""A worker process as the judge sees it: started behind a wall, asked with a deadline, ended from outside.

Leaves out what is asked (proxy.py). A worker that dies, stalls or speaks out of turn is a WorkerEnded.
"""

import json
import os
import secrets
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from drill.grader import protocol
from drill.grader.isolation import Wall, package_folder
from drill.grader.output import Output
from drill.grader.sweep import SCRATCH_PREFIX, adopt_orphans, remove, sweep
from drill.study.limits import Limits
from drill.study.verdict import STILL_RUNNING

WORKER = Path(__file__).with_name("worker.py")
_START_SECONDS = 20.0
_LAST_BREATH_SECONDS = 0.5
_THREADS = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


class WorkerEndedError(AssertionError):
    """The worker can't answer: it ran out of time, died, or spoke nonsense. Says which, for the learner."""


class Process:
    """One worker over one copy of a solution."""

    def __init__(self, limits: Limits, wall: Wall) -> None:
        """Start a worker behind a wall.

        It starts up while the caller does something else: `take` waits for it.
        """
        self.limits = limits
        self.wall = wall
        self.scratch = Path(tempfile.mkdtemp(prefix=f"{SCRATCH_PREFIX}{os.getpid()}-"))
        self._cookie = secrets.token_hex(8)
        self._turn = 0
        # a PID namespace ends with its first process, and nothing outlives it
        self._ours = None if wall.command else adopt_orphans()
        self._failed: AssertionError | None = None
        self.output = Output(limits.output_bytes)
        self._popen, self._to, self._from = self._start(wall)

    def take(self, source: bytes) -> None:
        """Wait until the worker is ready and give it a solution, once; WorkerEndedError if it never is."""
        self._receive(time.monotonic() + _START_SECONDS)
        (self.scratch / "solution.py").write_bytes(source)

    def _start(self, wall: Wall) -> tuple[subprocess.Popen[bytes], int, int]:
        down_read, down_write = os.pipe()
        up_read, up_write = os.pipe()
        config = json.dumps(self._config(wall, down_read, up_write))
        popen = subprocess.Popen(  # noqa: S603 - our own interpreter, no shell
            [*wall.command, sys.executable, "-I", "-S", "-B", "-X", "utf8", str(WORKER), config],
            stdin=subprocess.DEVNULL,
            stdout=self.output.write_end,
            stderr=self.output.write_end,
            pass_fds=(down_read, up_write),
            cwd=self.scratch,
            env={"PATH": os.defpath, "DRILL_WORKER": self._cookie, **_THREADS},
            start_new_session=True,
        )
        os.close(down_read)
        os.close(up_write)
        self.output.begin()
        return popen, down_write, up_read

    def _config(self, wall: Wall, in_fd: int, out_fd: int) -> dict[str, Any]:
        numpy = package_folder("numpy")
        libraries = numpy.parent / "numpy.libs"
        packages = {str(numpy.parent)}
        if wall.landlock:
            packages.add(str(package_folder("landlock").parent))
        return {
            "in_fd": in_fd,
            "out_fd": out_fd,
            "scratch": str(self.scratch),
            "packages": sorted(packages),
            "readable": [str(numpy), *([str(libraries)] if libraries.is_dir() else [])],
            "landlock": wall.landlock,
            "private_ids": wall.private_ids,
            "limits": self.limits.for_worker(),
        }

    def ask(
        self, request: tuple[Any, ...], *, deadline: float, call_back: Callable[[int, list[Any]], Any]
    ) -> tuple[Any, ...]:
        """Send a request and return the reply; `deadline` on the monotonic clock ends the worker.

        A check that fails inside a callback fails here, once the worker has answered.
        """
        self._turn += 1
        self._failed = None
        self._send((self._turn, *request), deadline)
        while True:
            turn, kind, *rest = self._receive(deadline)
            if (turn, kind) == (0, "callback"):
                self._answer_callback(call_back, rest, deadline)
            elif turn != self._turn:
                raise self._ended("a reply came out of turn: something else wrote into the pipe")
            elif self.output.is_over:
                raise self._ended(self._out_of_time())
            elif self._failed is not None:
                raise self._failed
            else:
                return (kind, *rest)

    def _answer_callback(
        self, call_back: Callable[[int, list[Any]], Any], asked: list[Any], deadline: float
    ) -> None:
        # why it failed stays here: the message may hold what was expected
        answer: tuple[Any, ...] = ("failed",)
        try:
            number, args = asked
            answer = ("answer", call_back(number, args))
        except AssertionError as failed:
            self._failed = failed
        except Exception:  # noqa: S110 - a test's function may raise on purpose: the solution sees it
            pass
        self._send(answer, deadline)

    def _send(self, value: tuple[Any, ...], deadline: float) -> None:
        view = memoryview(protocol.frame(protocol.pack(value)))
        os.set_blocking(self._to, False)
        while view:
            if not select.select([], [self._to], [], self._left(deadline))[1] or self._is_late(deadline):
                raise self._ended(self._out_of_time())
            try:
                view = view[os.write(self._to, view) :]
            except BrokenPipeError as error:
                raise self._ended(self._how_it_ended()) from error

    def _receive(self, deadline: float) -> tuple[Any, ...]:
        try:
            size = protocol.frame_size(self._read(protocol.HEAD_BYTES, deadline))
            value = protocol.unpack(self._read(size, deadline))
        except protocol.ProtocolError as error:
            raise self._ended(f"{error}") from error
        if type(value) is not tuple or [type(part) for part in value[:2]] != [int, str]:
            raise self._ended("a reply that is none")
        return value

    def _read(self, size: int, deadline: float) -> bytes:
        parts = []
        while size:
            if not select.select([self._from], [], [], self._left(deadline))[0] or self._is_late(deadline):
                raise self._ended(self._out_of_time())
            part = os.read(self._from, min(size, 1 << 20))
            if not part:
                raise self._ended(self._how_it_ended())
            parts.append(part)
            size -= len(part)
        return b"".join(parts)

    def _is_late(self, deadline: float) -> bool:
        # a pipe that is always ready, fed by a thread, must not hold the judge
        return time.monotonic() > deadline

    def _left(self, deadline: float) -> float:
        return max(0.0, deadline - time.monotonic())

    def _out_of_time(self) -> str:
        if self.output.is_over:
            return f"printed more than {self.limits.output_bytes // 1024} KiB"
        return f"{STILL_RUNNING} {self.limits.test_seconds:g} s"

    def _ended(self, reason: str) -> WorkerEndedError:
        self.end()
        return WorkerEndedError(reason)

    def _how_it_ended(self) -> str:
        """Return how the process went, in words."""
        with suppress(subprocess.TimeoutExpired):
            self._popen.wait(_LAST_BREATH_SECONDS)
        code = self._popen.returncode
        if self.output.is_over:
            return f"printed more than {self.limits.output_bytes // 1024} KiB"
        if code is None:
            return "the code closed the pipe to the judge"
        # behind `unshare` a signal shows as 128 + its number
        number = -code if code < 0 else code - 128 if code > 128 else 0
        if number:
            with suppress(ValueError):
                return f"the process died of {signal.Signals(number).name}"
        return f"the code ended the process (exit code {code})"

    @property
    def is_alive(self) -> bool:
        """Whether the worker can be asked something."""
        return self._to >= 0 and self._popen.poll() is None

    def end(self) -> None:
        """Kill the worker and all that it started, and remove its files. May be called again."""
        if self._to < 0:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.wait()
        if self._ours is not None:
            sweep(self._cookie, self._ours)
        for end in (self._to, self._from):
            os.close(end)
        self._to = self._from = -1
        self.output.finish()
        remove(self.scratch)
