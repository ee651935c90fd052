"""Every message that tells a person what to mend: errors.yaml gives rise to it and holds its exact words.

Leaves out what coding drills say: `DRILLS` names their rooms.
"""

import ast
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
import yaml

from drill.content import locate

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = yaml.safe_load((HERE / "errors.yaml").read_text(encoding="utf-8"))
BROKEN: dict[str, str] = yaml.safe_load(
    (HERE / "authoring" / "broken" / "expected.yaml").read_text(encoding="utf-8")
)
# where the message is among the arguments of what carries it
CARRIERS = {
    "UsageError": 0,
    "ContentError": 0,
    "MissingError": 0,
    "Problem": 1,
    "Finding": 1,
    "Fault": 1,
    "finding": 2,
}
ANY = ".*"
DRILLS = re.compile(
    r"authoring/(katas/|everything)|cli/(drills/|kata)|content/(crux|katas)|grader/"
    r"|sessions/(checkup|drilling|katas|reviewing|starting|workspace)"
)
# begin of a message -> the test that gives rise to it, where no command here can
ELSEWHERE = {
    "SQLite .* is too old": "store/test_opening.py",
    ".*: another drill has held the journal": "store/test_database.py",
    ".*: the journal can't be written": "store/test_database.py",
    ".*: the copy can't be written": "store/test_journal.py",
    ".*: can't be read": "content/test_files.py",
    "in each draw some trap": "authoring/checks/test_draws.py",
    ".*:1: missing; .*": "authoring/test_lock.py",
    ".*:.*: not JSON": "authoring/test_lock.py",
    ".*:1: not a lock of drill": "authoring/test_lock.py",
    "`.*` is not in the lock": "authoring/test_lock.py",
    "`rev` .* of `.*` is not in the lock": "authoring/test_lock.py",
    "`.*` is gone from the banks": "authoring/test_lock.py",
    "id `.*` stands already in .*": "authoring/test_check.py",
    "unknown topic": "authoring/test_check.py",
    "no question asks": "authoring/test_check.py",
}


class Stage:
    """The folders of one case, and what stands for them in its texts."""

    def __init__(self, home: Path, shipped: Path) -> None:
        self.home = home
        self.shipped = shipped
        self.ask = ""

    def fill(self, text: str) -> str:
        for name in ("home", "shipped", "ask"):
            text = text.replace(f"{{{name}}}", str(getattr(self, name)))
        return text

    def furnish(self, files: dict[str, Any]) -> None:
        for name, text in files.items():
            path = self.home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text == {}:
                path.mkdir()
            else:
                path.write_text("x" * 6 * 2**20 if text == "6 MiB" else text, encoding="utf-8")

    def damage(self, statements: list[str]) -> None:
        with sqlite3.connect(self.home / "journal.db") as connection:
            for statement in statements:
                connection.execute(statement)
        connection.close()


@pytest.fixture
def stage(home: Path, tmp_path: Path, toy_banks: None, monkeypatch: pytest.MonkeyPatch) -> Stage:
    shipped = tmp_path / "shipped"
    shutil.copytree(HERE / "ui" / "tree", shipped)
    monkeypatch.setattr(locate, "_PACKAGE", shipped / "drill")
    return Stage(home, shipped)


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case["args"])[:40].replace("\0", "NUL"))
def test_case(case: dict[str, Any], stage: Stage, drill: Callable[..., Any]) -> None:
    stage.furnish(case.get("files", {}))
    for name, text in case.get("shipped", {}).items():
        (stage.shipped / name).unlink()
        if text is not None:
            (stage.shipped / name).write_text(text, encoding="utf-8")
    for line in case.get("first", []):
        command, _, stdin = stage.fill(line).partition(" < ")
        asked = re.search(r"^drill answer (\S+) ", drill(*command.split(), stdin=stdin).out, re.MULTILINE)
        stage.ask = asked[1] if asked else stage.ask
    if "sql" in case:
        stage.damage(case["sql"])
    result = drill(*map(stage.fill, case["args"]), stdin=case.get("stdin", ""), env=case.get("env", {}))
    assert_told(result.err, stage, case)
    assert result.code == case["code"]
    assert result.out.startswith(stage.fill(case.get("stdout", "")))


def assert_told(err: str, stage: Stage, case: dict[str, Any]) -> None:
    """One line, word for word; or none where the answer is on stdout."""
    if "like" in case:
        assert fnmatchcase(err, stage.fill(case["like"]))
    else:
        assert err == stage.fill(case["stderr"])
    assert err.count("\n") == ("stdout" not in case)


def messages() -> Iterator[tuple[str, str]]:
    """Yield `file:line` and a pattern for each message in drill's source."""
    package = HERE.parent / "drill"
    for path in sorted(reached(package / "cli")):
        for scope in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(scope, ast.FunctionDef):
                yield from (
                    (f"{path.relative_to(package)}:{line}", pattern) for line, pattern in _in_function(scope)
                )


def reached(start: Path) -> set[Path]:
    """Return the files that a command can come to import: only their messages reach a person."""
    found: set[Path] = set()
    waiting = list(start.rglob("*.py"))
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported(path)
    return found


def _imported(path: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("drill"):
            module = HERE.parent / str(node.module).replace(".", "/")
            for name in (module, *(module / alias.name for alias in node.names)):
                yield from (file for file in (name.with_suffix(".py"), name / "__init__.py") if file.exists())


def _in_function(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    named = {
        target.id: node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CARRIERS:
            place = CARRIERS[node.func.id]
            if len(node.args) > place:
                message = node.args[place]
                if isinstance(message, ast.Name):
                    message = named.get(message.id, message)
                yield node.lineno, _pattern(message)


def _pattern(message: ast.expr) -> str:
    if isinstance(message, ast.Constant):
        return re.escape(str(message.value))
    if isinstance(message, ast.JoinedStr):
        return "".join(_pattern(part) for part in message.values)
    return ANY


def test_every_message_has_its_case() -> None:
    keys = ("stderr", "like", "stdout")
    told = [case[key] for case in CASES for key in keys if key in case] + [*BROKEN.values()]
    missing = [
        f"{place} {pattern}"
        for place, pattern in messages()
        if not DRILLS.match(place)
        and not any(re.search(pattern, text) for text in told)
        and not any(pattern.replace("\\", "").startswith(begin) for begin in ELSEWHERE)
    ]
    assert missing == []
    assert all((HERE / test).exists() for test in ELSEWHERE.values())


def test_a_bug_keeps_its_traceback_and_says_one_line(
    drill: Callable[..., Any], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drill.cli.app.App.open_desk", lambda app, **_: 1 // 0)
    result = drill("due")
    log = home / "bug.log"
    said = f"a bug of drill (ZeroDivisionError): the traceback is in {log}; every answer given is saved"
    assert result == ("", f"drill: {said}\n", 70)
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")


def test_a_bug_where_no_log_can_be_kept(
    drill: Callable[..., Any], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drill.cli.app.App.open_desk", lambda app, **_: 1 // 0)
    (home / "bug.log").mkdir(parents=True)
    assert "the traceback could not be kept" in drill("due").err


def test_a_reader_that_has_enough(process_env: dict[str, str]) -> None:
    """`drill stats | head -c 1`: no word of it, and no traceback when the interpreter flushes at its end."""
    command = ["bash", "-o", "pipefail", "-c", f"{sys.executable} -m drill find e | head -c 1"]
    done = subprocess.run(command, env=process_env, capture_output=True, check=False, timeout=60)
    assert (len(done.stdout), done.stderr, done.returncode) == (1, b"", 0)
