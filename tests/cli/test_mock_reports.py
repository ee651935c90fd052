"""`drill mock list`, `show` and `compare` over interviews that were left or played over a pipe."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

Drill = Callable[..., Any]
SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "output.schema.json"


def sit(drill: Drill, day: int = 10, *, stdin: str = "a\n" * 12 + "Nothing.\n.\nbecause\nbecause\n") -> None:
    args = ("mock", "--minutes", "20", "--no-kata", "--role", "ml-infra", "--seed", "3")
    result = drill(*args, stdin=stdin, now=f"2026-12-{day:02}T09:00:00+01:00")
    assert result.code == 0


def validated(drill: Drill, name: str, *args: str) -> Any:
    """Return the document that a command prints, after a look at its shape."""
    result = drill("mock", *args, "--json")
    assert (result.err, result.code) == ("", 0)
    document = json.loads(result.out)
    whole = json.loads(SCHEMA.read_text(encoding="utf-8"))
    Draft202012Validator({**whole, "$ref": f"#/$defs/{name}"}).validate(document)
    assert document["version"] == 1
    return document


def names(drill: Drill) -> list[str]:
    return [line["mock"] for line in validated(drill, "MocksDocument", "list")["mocks"]]


def test_no_interview_yet(drill: Drill) -> None:
    assert drill("mock", "list") == ("no mock interview yet; `drill mock` is one\n", "", 0)
    assert names(drill) == []


def test_documents(drill: Drill) -> None:
    sit(drill, 6)
    sit(drill, 10)
    newest, oldest = names(drill)
    shown = validated(drill, "MockDocument", "show", oldest)
    assert (shown["mock"], shown["day"], shown["role"]) == (oldest, "2026-12-06", "ml-infra")
    assert [part["name"] for part in shown["parts"]] == ["warm-up", "sizing", "talk"]
    assert shown["study"]
    assert validated(drill, "MockDocument", "show")["mock"] == newest
    compared = validated(drill, "ComparedDocument", "compare", newest, oldest)
    assert [compared[side]["mock"] for side in ("before", "after")] == [oldest, newest]
    assert validated(drill, "ComparedDocument", "compare", oldest) == compared
    assert validated(drill, "ComparedDocument", "compare") == compared


def test_one_that_was_left_is_open(drill: Drill) -> None:
    sit(drill, stdin="a\n")
    [line] = validated(drill, "MocksDocument", "list")["mocks"]
    assert line["finished"] is None
    parts = validated(drill, "MockDocument", "show")["parts"]
    assert [one["score"] is None for part in parts for one in part["shown"]][:2] == [False, True]
    assert "goes on with the open one" in drill("mock", "list").out
    assert "not finished" in drill("mock", "show").out


def test_pages(drill: Drill) -> None:
    sit(drill, 6)
    sit(drill, 10)
    shown = drill("mock", "show").out
    assert shown.startswith("Mock interview of 10 Dec 2026\n")
    assert "To study" in shown
    compared = drill("mock", "compare").out
    assert compared.index("6 Dec 2026") < compared.index("10 Dec 2026")
    assert "Score by topic" in compared


def test_files_and_stdout(drill: Drill, tmp_path: Path) -> None:
    sit(drill)
    page, text = tmp_path / "report.html", tmp_path / "report.md"
    assert drill("mock", "show", "--html", str(page)) == (f"{page}: written; open it in a browser\n", "", 0)
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert drill("mock", "show", "--md", str(text)) == (f"{text}: written\n", "", 0)
    assert drill("mock", "show", "--md", "-").out == text.read_text(encoding="utf-8")
    assert drill("mock", "show", "--html", "-").out == page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("show", "mock-none"), "no interview `mock-none`; `drill mock list` shows all"),
        (("compare", "mock-none"), "no interview `mock-none`; `drill mock list` shows all"),
        (("compare",), "two mock interviews are needed to compare; `drill mock` sits one"),
        (
            ("compare", "{name}", "{name}"),
            "these are one mock interview; leave a name out to compare it with the newest other",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_shown(drill: Drill, args: tuple[str, ...], said: str) -> None:
    sit(drill, stdin="")
    [name] = names(drill)
    result = drill("mock", *(one.format(name=name) for one in args))
    assert result == ("", f"drill: {said}\n", 2)
