"""Every hostile file: none passes that shouldn't, none outlives its verdict, none leaves a process or file.

The files run behind every wall of this machine, as this user and, where this is root, as an ordinary one.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from drill.grader.isolation import landlock_version, walls

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FILES = sorted((HERE / "hostile").glob("*.py"))
ORDINARY = 65534
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
# for the ordinary user, where root went before: what the user makes a difference to
WALLED = re.compile(
    r"daemon|fork|session|reads|lists|writes_outside|plants|signals|traces|imports|shut|threads_left"
)
pytestmark = [
    pytest.mark.hostile,
    pytest.mark.skipif(sys.platform == "win32", reason="the grader is POSIX"),
]


class Run(NamedTuple):
    """One way to run all files: behind a wall, as a user."""

    wall: str
    user: str

    def files(self) -> list[Path]:
        """Return the files that this run judges."""
        able = [file for file in FILES if _needs(file) not in self.lacks()]
        return [file for file in able if WALLED.search(file.stem)] if self.user == "ordinary" else able

    def lacks(self) -> set[str]:
        """Return what this wall can't stop on this machine: trying it would hurt."""
        if self.wall == "strongest" and len(walls()) > 1:
            return set()
        version = landlock_version()
        return {name for name, since in (("signals", 6), ("network", 4)) if version < since}


class Expected(NamedTuple):
    """What must come of a hostile file with right answers; None where it is tried with wrong ones only."""

    right: str | None
    says: str


USERS = ("this", "ordinary") if os.name == "posix" and os.geteuid() == 0 else ("this",)
BECOME = ("setpriv", f"--reuid={ORDINARY}", f"--regid={ORDINARY}", "--clear-groups")
ENVIRONMENT = {
    "PATH": os.environ["PATH"],
    "PYTHONPATH": os.pathsep.join([str(ROOT), sysconfig.get_path("purelib")]),
}
RUNS = [Run(wall, user) for user in USERS for wall in ("strongest", "fallback")]


@pytest.fixture(scope="module")
def outcomes() -> Iterator[dict[Run, list[dict[str, Any]]]]:
    """Judge all files in all ways, side by side."""
    # not below pytest's folder, which no other user may enter
    with ExitStack() as stack:
        folders = {
            run: Path(stack.enter_context(TemporaryDirectory(prefix="hostile-")))
            for run in RUNS
            if run.user == "this" or _python()
        }
        yield _judge_all(folders)


def _judge_all(folders: dict[Run, Path]) -> dict[Run, list[dict[str, Any]]]:
    started = [_start(run, folder) for run, folder in folders.items()]
    try:
        codes = {process.wait(timeout=900) for process in started}
    finally:
        for process in started:
            process.kill()
    assert codes == {0}
    return {run: _lines(folder / "told") for run, folder in folders.items()}


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _start(run: Run, folder: Path) -> subprocess.Popen[bytes]:
    places = [folder / name for name in ("kata", "tmp", "cwd")]
    shutil.copytree(HERE / "kata", places[0], ignore=shutil.ignore_patterns("__pycache__"))
    for place in places[1:]:
        place.mkdir()
    command = [sys.executable, "-B"]
    if run.user == "ordinary":
        _give(folder)
        command = [*BECOME, _python(), "-B"]
    command += [str(HERE / "attacking.py"), run.wall, str(ROOT), *map(str, places[:2])]
    # a file: several pipes would have to be read at once
    with (folder / "told").open("wb") as told:
        return subprocess.Popen(
            [*command, *map(str, run.files())],
            cwd=places[2],
            env={**ENVIRONMENT, "HOME": str(places[2])},
            stdout=told,
        )


@cache
def _python() -> str:
    """Return a Python of our version that an ordinary user can start too; empty when there is none."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    # a child's child: whether the first one starts says nothing of what it may start itself
    start = (
        "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import numpy, pytest'], check=True)"
    )
    for python in (sys.executable, f"/usr/bin/{version}") if shutil.which("setpriv") else ():
        tried = subprocess.run(
            [*BECOME, python, "-c", start], env=ENVIRONMENT, capture_output=True, check=False
        )
        if tried.returncode == 0:
            return python
    return ""


@pytest.mark.skipif(USERS == ("this",), reason="this is an ordinary user already")
def test_an_ordinary_user_was_there_too(outcomes: dict[Run, list[dict[str, Any]]]) -> None:
    if not _python():
        pytest.skip("this is root, and no Python here can be started by others")
    assert {run.user for run in outcomes} == {"this", "ordinary"}


def _give(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        os.chown(path, ORDINARY, ORDINARY)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_a_hostile_file_gets_what_it_deserves(file: Path, outcomes: dict[Run, list[dict[str, Any]]]) -> None:
    expected = _expected(file)
    seen = 0
    for run, lines in outcomes.items():
        for line in (line for line in lines if line.get("name") == file.stem):
            seen += 1
            told = f"{run}, {line['answers']} answers: {line['verdict']}"
            assert line["left"] == [], told
            assert not CONTROLS.search(json.dumps(line["verdict"], ensure_ascii=False)), told
            assert max(map(len, _texts(line["verdict"])), default=0) < 20_000, told
            if line["answers"] == "wrong":
                assert line["outcome"] in ("failed", "not started"), told
            else:
                assert line["outcome"] == expected.right, told
                words = " ".join(_texts(line["verdict"]))
                # on a busy machine the time of all checks may be over first
                assert expected.says in words or "out of time" in words, told
    assert seen > 0 or _needs(file)


def test_judging_keeps_no_descriptor_open(outcomes: dict[Run, list[dict[str, Any]]]) -> None:
    for lines in outcomes.values():
        before, after = lines[-1]["descriptors"]
        assert before == after


def test_each_run_stood_behind_its_wall(outcomes: dict[Run, list[dict[str, Any]]]) -> None:
    for run, lines in outcomes.items():
        if run.wall == "fallback":
            assert lines[-1]["wall"] == walls()[-1].name
        # the kata itself is sound: right answers pass where nobody attacks
        assert (lines[0]["name"], lines[0]["outcome"]) == ("right", "passed")


def test_each_file_says_what_it_tries_and_what_must_come_of_it() -> None:
    assert len(FILES) >= 40
    for file in FILES:
        assert len(ast.get_docstring(ast.parse(file.read_bytes())) or "") > 20, file
        assert _expected(file).right in ("passed", "failed", "not started", None)


def _expected(file: Path) -> Expected:
    named = _constants(file)
    return Expected(named["RIGHT"], named.get("SAYS", ""))


def _needs(file: Path) -> str:
    return str(_constants(file).get("NEEDS", ""))


def _constants(file: Path) -> dict[str, Any]:
    return {
        node.targets[0].id: node.value.value
        for node in ast.parse(file.read_bytes()).body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id in ("RIGHT", "SAYS", "NEEDS")
        and isinstance(node.value, ast.Constant)
    }


def _texts(value: Any) -> list[str]:
    if isinstance(value, dict | list):
        members = value.values() if isinstance(value, dict) else value
        return [text for member in members for text in _texts(member)]
    return [value] if isinstance(value, str) else []
