"""The trusted side: runs hidden tests with pytest against a solution in a worker, and returns a verdict.

Leaves out the exercise's files (content) and the schedule (study). Plugins, user ini and conftest are off.
"""

import ast
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest

from drill.grader.bans import banned
from drill.grader.isolation import Wall, walls
from drill.grader.plugin import JudgePlugin
from drill.grader.process import Process, WorkerEndedError
from drill.grader.proxy import NotStartedError, Session
from drill.grader.sweep import adopt_orphans
from drill.study.limits import Limits
from drill.study.verdict import Check, Verdict

_OPTIONS = (
    "--noconftest",
    "--import-mode=importlib",
    "--assert=plain",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:terminal",
    "-p",
    "no:logging",
    "-c",
    os.devnull,
)
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

    def __init__(self, task: Task, *, seed: int = 0) -> None:
        """Take a task; `seed` varies the fresh inputs of its hidden tests."""
        self.task = task
        self.seed = seed
        self._wall: Wall | None = None

    def judge(self, source: bytes) -> Verdict:
        """Return the verdict on a solution's source."""
        began = time.monotonic()
        fault = unreadable(source) or banned(source, self.task.bans)
        if fault:
            return Verdict(self.task.slug, (), error=fault)
        session = Session(lambda: self._start(source), self.task.limits)
        try:
            checks, error = self._run(session)
        finally:
            session.close()
        printed = "".join(text for text, _ in session.printed)
        dropped = sum(count for _, count in session.printed)
        wall = "" if self._wall is None else self._wall.name
        return Verdict(self.task.slug, checks, error, printed, dropped, time.monotonic() - began, wall)

    def _run(self, session: Session) -> tuple[tuple[Check, ...], str]:
        try:
            session.load()
        except NotStartedError:
            return (), "the file raises NotImplementedError while it is imported"
        except AssertionError as error:
            return (), f"can't be imported: {import_fault(error)}"
        missing = [name for name in self.task.functions if name not in session.names]
        if missing:
            return (), f"`{missing[0]}` is missing; the starter defines it"
        plugin = JudgePlugin(session, self.seed)
        with _quiet(), _plain_environment():
            code = pytest.main(
                [str(self.task.hidden), f"--rootdir={self.task.hidden.parent}", *_OPTIONS], [plugin]
            )
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return (
                Check("hidden tests", "hidden tests", "broken", difference=f"pytest ended with {code}"),
            ), ""
        return tuple(plugin.checks), ""

    def _start(self, source: bytes) -> Process:
        """Start a worker behind the strongest wall that stands on this machine."""
        for wall in [self._wall] if self._wall else walls():
            try:
                process = Process(source, self.task.limits, wall, ours=adopt_orphans())
            except (WorkerEndedError, OSError):
                continue
            self._wall = wall
            return process
        raise WorkerEndedError("the worker process doesn't start on this machine; `drill doctor` says more")


def unreadable(source: bytes) -> str:
    """Return why a source can't be judged: empty, no text, no Python; else an empty text."""
    try:
        text = source.decode("utf-8")
        tree = ast.parse(text)
    except UnicodeDecodeError:
        return "not a text file in UTF-8"
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f"line {error.lineno}: " if isinstance(error, SyntaxError) and error.lineno else ""
        return f"{line}not Python: {getattr(error, 'msg', None) or error}"
    return "" if tree.body else "the file is empty"


def import_fault(error: AssertionError) -> str:
    """Return in one line why an import failed, with the learner's own line where there is one."""
    trace = str(getattr(error, "trace", "")).strip().splitlines()
    return f"{trace[-1]}: {error}" if trace else str(error)


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


def judge_file(path: Path, task: Task, *, seed: int = 0) -> Verdict:
    """Judge a file; a verdict with an error says why a path can't be judged."""
    try:
        return Judge(task, seed=seed).judge(path.read_bytes())
    except FileNotFoundError:
        return Verdict(task.slug, (), error=f"{path}: no such file")
    except IsADirectoryError:
        return Verdict(task.slug, (), error=f"{path}: a folder, not a file")
    except OSError as error:
        return Verdict(task.slug, (), error=f"{path}: can't be read ({error.strerror})")
