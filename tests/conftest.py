"""drill in a folder of its own: `drill("due", "--short").out`, in process or as a process.

Leaves out terminals (cli/conftest.py) and screens (ui/conftest.py).
"""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from drill.cli.app import App, Paths
from drill.cli.main import run
from drill.content import locate

ROOT = Path(__file__).resolve().parents[1]
TOYS = Path(__file__).with_name("ui") / "tree"
DAY = "2026-12-10T09:00:00+01:00"


class Result(NamedTuple):
    """What a command wrote and returned."""

    out: str
    err: str
    code: int


Drill = Callable[..., Result]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache of compiled banks for all tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The learner's folder; nothing of this machine's own settings reaches a test."""
    folder = tmp_path / "home"
    monkeypatch.setenv("DRILL_HOME", str(folder))
    for name in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "DRILL_NOW"):
        monkeypatch.delenv(name, raising=False)
    return folder


@pytest.fixture
def drill(home: Path, cache: Path) -> Drill:
    """Run one command in this process, at nine o'clock of a Thursday."""

    def run_it(*args: str, stdin: str = "", env: dict[str, str] | None = None, now: str = DAY) -> Result:
        out, err = io.StringIO(), io.StringIO()
        world = {"DRILL_NOW": now, **(env or {})}
        app = App(env=world, paths=Paths(home, cache), stdin=io.StringIO(stdin), stdout=out, stderr=err)
        code = run(app, list(args))
        return Result(out.getvalue(), err.getvalue(), code)

    return run_it


@pytest.fixture
def toy_banks(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the place of the shipped banks, one question of each kind that no edit of those changes."""
    monkeypatch.setattr(locate, "_PACKAGE", TOYS / "drill")


@pytest.fixture
def process_env(home: Path, cache: Path) -> dict[str, str]:
    """The environment of a real process of drill; it shares the cache."""
    home.mkdir(exist_ok=True)
    if not (home / "cache").exists():
        (home / "cache").symlink_to(cache)
    path = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    return {**path, "DRILL_HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8"}


@pytest.fixture
def process(process_env: dict[str, str]) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run drill as a process of its own, bytes in and bytes out."""

    def run_it(
        *args: str, stdin: bytes = b"", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-m", "drill", *args]
        world = {**process_env, "DRILL_NOW": DAY, **(env or {})}
        return subprocess.run(command, input=stdin, capture_output=True, env=world, check=False, timeout=60)

    return run_it
