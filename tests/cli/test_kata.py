"""`drill kata` and `drill doctor` in a small house of two katas: every outcome, its line, its exit code."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from drill.content import locate

Drill = Callable[..., Any]
ROOT = Path(__file__).resolve().parents[2]
TOYS = ROOT / "tests" / "ui" / "tree" / "questions"
KATA: dict[str, str] = yaml.safe_load((ROOT / "tests" / "kata.yaml").read_text(encoding="utf-8"))
STARTER = KATA["exercises/double/starter.py"]
RIGHT = KATA["solutions/double/solution.py"]
# a test that trips over itself
BROKEN = "def test_nothing(solution):\n    1 / 0\n"


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Content with the katas `double` and `faulty`, in the place of the shipped content."""
    root = tmp_path / "house"
    shutil.copytree(TOYS, root / "questions")
    faulty = {name.replace("double", "faulty"): text for name, text in KATA.items()}
    faulty["exercises/faulty/exercise.yaml"] = faulty["exercises/faulty/exercise.yaml"].replace(
        "level: 1", "level: 2"
    )
    faulty["solutions/faulty/test_hidden.py"] = BROKEN
    for name, text in (KATA | faulty).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    monkeypatch.setattr(locate, "_PACKAGE", root / "drill")
    return root


pytestmark = pytest.mark.usefixtures("house")


def validated(text: str, name: str) -> Any:
    """Return a document after a look at its shape."""
    whole = json.loads((ROOT / "docs" / "output.schema.json").read_text(encoding="utf-8"))
    document = json.loads(text)
    Draft202012Validator({**whole, "$ref": f"#/$defs/{name}"}).validate(document)
    assert document["version"] == 1
    return document


# what is submitted -> the exit code, the outcome, and a part of the one line that says why
OUTCOMES: dict[str, tuple[str | bytes, int, str, str]] = {
    "right": (RIGHT, 0, "passed", ""),
    "wrong": ("def double(x):\n    return x * x\n", 1, "failed", "at index 0: got 1, expected 2"),
    "starter": (STARTER, 1, "not started", "not started"),
    "syntax error": ("def double(x):\n    return (2 * x\n", 1, "failed", "line 2: not Python"),
    "missing function": ("def twice(x):\n    return 2 * x\n", 1, "failed", "`double` is missing"),
    "wrong signature": ("def double():\n    return 4\n", 1, "failed", "raised TypeError"),
    "raises at import": ("import nothing_here\n", 1, "failed", "can't be imported"),
    "time-out": (
        "def double(x):\n    while True:\n        pass\n",
        1,
        "failed",
        "still running after 3 s",
    ),
    "out of memory": ("def double(x):\n    return len(bytearray(1 << 33))\n", 1, "failed", "MemoryError"),
    "empty": ("", 1, "failed", "the file is empty"),
    "binary": (b"\x7fELF\x00\xff\xfe", 1, "failed", "not a text file in UTF-8"),
    "zeros": (b"\x00\x00\x00", 1, "failed", "not Python"),
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_each_outcome_has_its_code_and_its_line(drill: Drill, tmp_path: Path, name: str) -> None:
    source, code, outcome, says = OUTCOMES[name]
    file = tmp_path / "mine.py"
    file.write_bytes(source if isinstance(source, bytes) else source.encode())
    drill("kata", "start", "double")

    result = drill("kata", "submit", "double", "--file", str(file), "--json")

    assert (result.code, result.err) == (code, "")
    document = validated(result.out, "KataVerdictDocument")
    assert document["outcome"] == outcome
    lines = [document["error"], *(check["difference"] for check in document["checks"])]
    assert any(says in line and "\n" not in line for line in lines)


@pytest.mark.parametrize(("name", "says"), [("absent.py", "no such file"), (".", "a folder, not a file")])
def test_what_is_no_file_is_a_usage_error(drill: Drill, tmp_path: Path, name: str, says: str) -> None:
    result = drill("kata", "submit", "double", "--file", str(tmp_path / name), "--json")

    assert (result.code, result.out) == (2, "")
    assert says in result.err
    assert result.err.count("\n") == 1


def test_a_fault_of_the_hidden_tests_is_ours(drill: Drill, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(RIGHT)
    drill("kata", "start", "faulty")

    result = drill("kata", "submit", "--file", str(tmp_path / "mine.py"), "--json")

    assert result.code == 70
    assert validated(result.out, "KataVerdictDocument")["outcome"] == "broken"
    assert "not in your code" in result.err
    assert validated(drill("kata", "status", "--json").out, "KataStatusDocument")["failed"] == 0


def test_a_kata_from_start_to_solution_and_back(drill: Drill, home: Path) -> None:
    solution = home / "katas" / "double" / "solution.py"
    started = drill("kata", "start", "double")
    assert started.code == 0
    assert "Return 2 x." in started.out
    assert str(solution) in started.out
    assert drill("kata", "test").code == 1

    solution.write_text("def double(x):\n    print('here', x)\n    return x + x - x // 7\n")
    failed = drill("kata", "submit")
    assert failed.code == 1
    for part in ("double · attempt 1 · 10:00 left of 10:00", "2 of 3 passed", "x an odd number", "double(7)"):
        assert part in failed.out
    for part in ("returned  13", "expected  twice the number", "your print", "here 7", "hint (costs Easy)"):
        assert part in failed.out
    assert drill("kata", "solution", "double").code == 2
    assert drill("kata", "hint").out == "hint 1 of 3: Think.\n"

    solution.write_text(RIGHT)
    assert drill("kata", "test").code == 0
    passed = drill("kata", "submit")
    assert passed.code == 0
    assert "Good · comes back Sun 13 Dec" in passed.out
    shown = drill("kata", "solution")
    assert "Shift or add." in shown.out
    assert "+++ yours" in shown.out

    past = [line.split(maxsplit=1)[1] for line in drill("history", "double").out.splitlines()[3:]]
    assert [line.split(maxsplit=1)[0] for line in past] == ["started", "failed", "hint", "passed"]
    assert past[-1].split(maxsplit=1)[1] == "good, due 2026-12-13: 3 of 3 tests"
    # the day before it is due, and the day itself
    assert "double" not in drill("due", now="2026-12-12T09:00:00+01:00").out
    due = drill("due", now="2026-12-13T09:00:00+01:00")
    assert "1 kata: double (10 min)" in due.out
    assert "double (10 min)" in drill(now="2026-12-13T09:00:00+01:00").out
    assert drill("kata", "start", "double", now="2026-12-13T09:00:00+01:00").code == 0
    assert solution.read_text() == STARTER


def test_a_late_pass_says_so(drill: Drill, home: Path) -> None:
    drill("kata", "start", "double", "--minutes", "5")
    (home / "katas" / "double" / "solution.py").write_text(RIGHT)
    late = "2026-12-10T09:06:00+01:00"
    assert "late by 01:00" in drill("kata", "status", now=late).out

    passed = drill("kata", "submit", now=late)

    assert passed.code == 0
    assert "late · Hard" in passed.out


# what ends pytest before it is done -> what the line on stderr says
ENDINGS = {
    "import sys\nsys.exit(0)\n": "exit code 3",
    "import os\nos._exit(7)\n": "exit code 7",
    "import os\nos.abort()\n": "exit code -6",
}


@pytest.mark.parametrize("source", ENDINGS)
def test_a_solution_that_ends_pytest_has_not_passed(drill: Drill, home: Path, source: str) -> None:
    drill("kata", "start", "double")
    (home / "katas" / "double" / "solution.py").write_text(source)

    result = drill("kata", "test", "--json")

    assert result.code == 1
    assert result.err == f"drill: pytest ended early, with {ENDINGS[source]}: look at what solution.py ends\n"
    document = validated(result.out, "KataTestDocument")
    assert not document["passed"]
    assert ("SystemExit" in document["output"]) == ("sys.exit" in source)


def test_a_clock_too_long_for_a_date_in_the_journal(drill: Drill, home: Path) -> None:
    drill("kata", "start", "double", "--minutes", "5")
    with closing(sqlite3.connect(home / "journal.db")) as journal, journal:
        journal.execute("update entry set body = replace(body, ':5.0', ':1e300') where tag = 'kata-started'")
    (home / "katas" / "double" / "solution.py").write_text(RIGHT)

    assert "100000:00 left of 100000:00" in drill("kata", "status").out
    assert drill("kata", "submit").code == 0


DOCUMENTS = {
    ("list",): "KatasDocument",
    ("start", "faulty"): "KataStatusDocument",
    ("status",): "KataStatusDocument",
    ("test",): "KataTestDocument",
    ("hint",): "KataHintDocument",
    ("reset",): "KataStatusDocument",
    ("submit",): "KataVerdictDocument",
    ("give-up",): "KataGaveUpDocument",
}


@pytest.mark.parametrize("args", DOCUMENTS, ids=" ".join)
def test_each_command_prints_its_document(drill: Drill, args: tuple[str, ...]) -> None:
    drill("kata", "start", "double")

    result = drill("kata", *args, "--json")

    assert result.code in {0, 1}
    assert result.err == ""
    validated(result.out, DOCUMENTS[args])


def test_the_solution_as_a_document(drill: Drill) -> None:
    drill("kata", "start", "double")
    drill("kata", "give-up")

    document = validated(drill("kata", "solution", "double", "--json").out, "KataSolutionDocument")

    assert document["solution"] == RIGHT
    assert any(line.startswith("+    return 2 * x") for line in document["against_theirs"])


def test_watch_submits_what_passes(drill: Drill, home: Path) -> None:
    drill("kata", "start", "double")
    (home / "katas" / "double" / "solution.py").write_text(RIGHT)

    result = drill("kata", "watch", "--json")

    assert result.code == 0
    assert validated(result.out, "KataVerdictDocument")["rating"] == "easy"


def test_the_editor_opens_where_it_is_asked_for(
    drill: Drill, tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho "# edited" >> "$1"\n')
    editor.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(editor))

    drill("kata", "start", "double", "--edit")

    assert (home / "katas" / "double" / "solution.py").read_text() == f"{STARTER}# edited\n"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("start", "dubble"), "did you mean double"),
        (("submit",), "name a kata"),
        (("start", "double", "--minutes", "3", "--untimed"), "exclude each other"),
        (("start", "double", "--crux"), "no crux"),
        (("hint", "double"), "no attempt at double is open"),
        (("test", "double"), "drill kata start double"),
    ],
)
def test_misuse_is_one_line(drill: Drill, args: tuple[str, ...], says: str) -> None:
    result = drill("kata", *args)

    assert (result.code, result.out) == (2, "")
    assert says in result.err
    assert result.err.count("\n") == 1


def test_the_workspace_can_be_moved_but_not_into_a_checkout(drill: Drill, tmp_path: Path) -> None:
    drill("config", "workspace", str(tmp_path / "mine"))
    assert drill("kata", "start", "double").code == 0
    assert (tmp_path / "mine" / "double" / "solution.py").exists()

    drill("config", "workspace", str(ROOT / "katas"))
    refused = drill("kata", "start", "double", "--again")

    assert refused.code == 2
    assert "drill's own files" in refused.err
    assert not (ROOT / "katas").exists()


def test_doctor_tries_the_walls(drill: Drill, home: Path) -> None:
    result = drill("doctor", "--json")

    lines = {line["name"]: line for line in validated(result.out, "DoctorDocument")["lines"]}
    assert result.code == 0
    assert lines["journal"]["state"] == "good"
    assert {"worker", "a solution that reads the solutions"} <= set(lines)
    if "namespaces and Landlock" in lines["worker"]["says"]:
        assert lines["a solution that reads the solutions"]["says"] == "stopped"
        assert lines["a solution that signals other processes"]["says"] == "stopped"
    assert (home / "journal.db").exists()


def test_doctor_finds_a_journal_that_is_none(drill: Drill, home: Path) -> None:
    home.mkdir()
    (home / "journal.db").write_bytes(b"no database" * 100)

    result = drill("doctor")

    assert result.code == 4
    assert "x  journal" in result.out
