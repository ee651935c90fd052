"""The trusted side: runs hidden tests with pytest against a solution in a worker, and returns a verdict.

Leaves out the exercise's files (content) and the schedule (study). Plugins, user ini and conftest are off.
"""

import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from drill.errors import MissingError
from drill.grader.bans import banned, parse
from drill.grader.isolation import Wall, walls
from drill.grader.output import cut
from drill.grader.process import Process, WorkerEndedError
from drill.grader.proxy import NotStartedError, Session
from drill.grader.sweep import SCRATCH_PREFIX, remove_stale
from drill.study.limits import Limits
from drill.study.text import harmless, one_line
from drill.study.verdict import Check, Verdict

# none of these says anything to a learner, and each costs time at every save
_UNUSED = (
    "cacheprovider",
    "debugging",
    "doctest",
    "faulthandler",
    "junitxml",
    "logging",
    "pastebin",
    "stepwise",
    "terminal",
    "threadexception",
    "unraisableexception",
)
_OPTIONS = (
    "--noconftest",
    "--import-mode=importlib",
    "--assert=plain",
    "--capture=no",
    "-c",
    os.devnull,
    *(f"-pno:{plugin}" for plugin in _UNUSED),
)
# warnings name the file by a folder that is gone when the learner reads them
_SCRATCH = re.compile(rf"\S*/{SCRATCH_PREFIX}[\w-]+/")
_LARGEST_SOURCE = 1 << 20
_LONGEST = 400
_OURS = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")


class Task(NamedTuple):
    """What a judge needs of a kata: its slug, its hidden tests, its limits, and what it bans."""

    slug: str
    hidden: Path
    functions: tuple[str, ...]
    limits: Limits
    bans: tuple[str, ...] = ()


class Judge:
    """Judges one kata; between submissions a worker may be kept warm for the next."""

    def __init__(self, task: Task, *, seed: int = 0, fail_fast: bool = False) -> None:
        """Take a task; `seed` varies its tests' fresh inputs, `fail_fast` stops at the first that fails."""
        self.task = task
        self.seed = seed
        self._stop = ("-x",) if fail_fast else ()
        self._wall: Wall | None = None
        self._spare: Process | None = None
        remove_stale(Path(tempfile.gettempdir()))

    def warm(self) -> None:
        """Start a worker ahead: the next judge() need not wait for it."""
        if self._spare is None or not self._spare.is_alive:
            self.close()
            wall = self._wall or walls()[0]
            # where this wall doesn't stand, start finds out and tries the next one
            with suppress(OSError):
                self._spare = Process(self.task.limits, wall)

    def close(self) -> None:
        """End the worker that was started ahead."""
        spare, self._spare = self._spare, None
        if spare is not None:
            spare.end()

    @property
    def wall_name(self) -> str:
        """What stands between a solution and this machine; empty before the first worker."""
        return "" if self._wall is None else self._wall.name

    def judge(self, source: bytes) -> Verdict:
        """Return the verdict on a solution's source."""
        began = time.monotonic()
        fault = unreadable(source) or banned(source, self.task.bans)
        if fault:
            return Verdict(self.task.slug, (), error=fault)
        self.warm()
        session = Session(lambda: self.start(source), self.task.limits)
        try:
            checks, error = self._run(session)
        finally:
            session.close()
            self.close()
        whole = harmless(_SCRATCH.sub("", "".join(text for text, _ in session.printed)))
        printed, dropped = cut(whole, sum(count for _, count in session.printed))
        return Verdict(
            self.task.slug, checks, error, printed, dropped, time.monotonic() - began, self.wall_name
        )

    def _run(self, session: Session) -> tuple[tuple[Check, ...], str]:
        # only here, while a worker gets ready
        import drill.grader.plugin  # noqa: F401

        try:
            session.load()
        except NotStartedError:
            return (), "the file raises NotImplementedError while it is imported"
        except AssertionError as error:
            return (), f"can't be imported: {import_fault(error)}"
        missing = [name for name in self.task.functions if name not in session.names]
        if missing:
            return (), f"`{missing[0]}` is missing; the starter defines it"
        return self._test(session)

    def _test(self, session: Session) -> tuple[tuple[Check, ...], str]:
        """Run the hidden tests."""
        import pytest

        from drill.grader.plugin import JudgePlugin

        # pytest would take the tests of another kata, or of before an edit, for these: all have one name
        sys.modules.pop(self.task.hidden.stem, None)
        plugin = JudgePlugin(session, self.seed)
        with _quiet(), _plain_environment():
            code = pytest.main(
                [str(self.task.hidden), f"--rootdir={self.task.hidden.parent}", *_OPTIONS, *self._stop],
                [plugin],
            )
        if plugin.was_interrupted:
            raise KeyboardInterrupt
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return (
                *plugin.checks,
                Check("hidden tests", "hidden tests", "broken", difference=plugin.fault or f"pytest: {code}"),
            ), ""
        return tuple(plugin.checks), ""

    def start(self, source: bytes) -> Process:
        """Return a worker with the solution, behind the strongest wall that stands on this machine."""
        for process in self._workers():
            try:
                process.take(source)
            except (WorkerEndedError, OSError):
                process.end()
                continue
            except BaseException:
                process.end()
                raise
            self._wall = process.wall
            return process
        raise MissingError("no worker process starts on this machine; `drill doctor` says more")

    def _workers(self) -> Iterator[Process]:
        """Yield the worker started ahead, then new ones behind weaker and weaker walls."""
        spare, self._spare = self._spare, None
        if spare is not None:
            yield spare
        for wall in [self._wall] if self._wall else walls():
            with suppress(OSError):
                yield Process(self.task.limits, wall)


def unreadable(source: bytes) -> str:
    """Return why a source can't be judged: too large, empty, no text, no Python; else an empty text."""
    if len(source) > _LARGEST_SOURCE:
        return f"larger than {_LARGEST_SOURCE >> 20} MiB"
    try:
        source.decode("utf-8")
        tree = parse(source)
    except UnicodeDecodeError:
        return "not a text file in UTF-8"
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
        return one_line(
            f"{line}not Python: {getattr(error, 'msg', None) or str(error) or 'nested too deeply'}",
            longest=_LONGEST,
        )
    return "" if tree.body else "the file is empty"


def import_fault(error: AssertionError) -> str:
    """Return in one line why an import failed, with the learner's own line where there is one."""
    trace = str(getattr(error, "trace", "")).strip().splitlines()
    return one_line(f"{trace[-1]}: {error}" if trace else str(error), longest=_LONGEST)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep pytest's own words, and what a test prints, off our streams."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        yield


@contextmanager
def _plain_environment() -> Iterator[None]:
    """Run without the user's pytest settings, and leave no bytecode beside the tests."""
    kept = {name: os.environ.pop(name) for name in _OURS if name in os.environ}
    autoload = os.environ.get("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = bytecode
        os.environ.update(kept)
        if autoload is None:
            del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
