"""What a person is told when something is wrong: each case of errors.yaml, word for word, with its exit code.

Leaves out whether every message has a case (test_messages.py).
"""

import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest
import yaml

from drill.content import locate
from drill.errors import MissingError

HERE = Path(__file__).parent
CASES: list[dict[str, Any]] = yaml.safe_load((HERE / "errors.yaml").read_text(encoding="utf-8"))
KATA: dict[str, str] = yaml.safe_load((HERE / "kata.yaml").read_text(encoding="utf-8"))


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

    def ship(self, files: Mapping[str, str | None]) -> None:
        for name, text in files.items():
            path = self.shipped / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                path.unlink()
            else:
                path.write_text(text, encoding="utf-8")

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
    stage = Stage(home, shipped)
    stage.ship(KATA)
    return stage


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case["args"])[:40].replace("\0", "NUL"))
def test_case(case: dict[str, Any], stage: Stage, drill: Callable[..., Any]) -> None:
    stage.furnish(case.get("files", {}))
    stage.ship(case.get("shipped", {}))
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


def test_a_bug_where_there_is_no_place_for_a_log(
    drill: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere(_: object) -> None:
        raise MissingError("no home")

    monkeypatch.setattr("drill.cli.app.App.open_desk", lambda app, **_: 1 // 0)
    monkeypatch.setattr("drill.cli.app.App.paths", property(nowhere))
    result = drill("due")
    assert "the traceback could not be kept" in result.err
    assert (result.err.count("\n"), result.code) == (1, 70)


def test_a_bug_with_what_utf_8_cannot_hold(
    drill: Callable[..., Any], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drill.cli.app.App.open_desk", lambda app, **_: bug("\udcff"))
    assert drill("due").code == 70
    assert "RuntimeError: \\udcff" in (home / "bug.log").read_text(encoding="utf-8")


def bug(words: str) -> None:
    raise RuntimeError(words)


def test_a_reader_that_has_enough(process_env: dict[str, str]) -> None:
    """`drill stats | head -c 1`: no word of it, and no traceback when the interpreter flushes at its end."""
    command = ["bash", "-o", "pipefail", "-c", f"{sys.executable} -m drill find e | head -c 1"]
    done = subprocess.run(command, env=process_env, capture_output=True, check=False, timeout=60)
    assert (len(done.stdout), done.stderr, done.returncode) == (1, b"", 0)
