"""What --json prints: one document of the schema in docs/, nothing else."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from drill.cli.documents import schema

Drill = Callable[..., Any]
SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "output.schema.json"
RIGHT = {
    "choice": "b",
    "numeric": "4 GiB",
    "order": "bdca",
    "open": "It reads the weights. It reads the cache.",
}


def validated(text: str, name: str) -> Any:
    """Return a document after a look at its shape."""
    whole = json.loads(SCHEMA.read_text(encoding="utf-8"))
    document = json.loads(text)
    Draft202012Validator({**whole, "$ref": f"#/$defs/{name}"}).validate(document)
    assert document["version"] == 1
    return document


def test_merge_and_sync(toy_banks: None, drill: Drill, tmp_path: Path) -> None:
    drill("quiz", "--limit", "3", "--seed", "1", stdin="a\n" * 9)
    log = str(tmp_path / "log.jsonl")
    assert drill("log", "export", log).code == 0
    merged = drill("log", "merge", log, "--json")
    assert validated(merged.out, "MergedDocument") == {"entries": 0, "items": 0, "version": 1}
    synced = validated(drill("sync", str(tmp_path), "--json").out, "SyncDocument")
    assert (synced["written"], synced["troubles"]) == (1, [])


def test_plan(toy_banks: None, drill: Drill) -> None:
    result = drill("plan", "--date", "2026-12-19", "--json")
    assert (result.err, result.code) == ("", 0)
    plan = validated(result.out, "PlanDocument")
    assert (plan["day"], plan["interview"]) == ("2026-12-10", "2026-12-19")
    assert [day["day"] for day in plan["days"]] == [f"2026-12-{n}" for n in range(10, 19)]
    assert [day["day"] for day in plan["days"] if day["mock"]] == ["2026-12-12", "2026-12-17"]
    assert 0.0 == plan["recall_without"] < plan["recall_with"] <= 1.0
    due = validated(drill("due", "--json").out, "DueDocument")
    first = plan["days"][0]
    assert (due["reviews"], due["new"], due["katas"]) == (first["reviews"], first["new"], first["katas"])


def test_the_schema_in_docs_is_that_of_the_code() -> None:
    assert SCHEMA.read_bytes() == schema()


@pytest.mark.parametrize(
    ("args", "name", "code"),
    [
        (("due",), "DueDocument", 0),
        (("stats",), "StatsDocument", 0),
        (("stats", "recall"), "StatsDocument", 0),
        (("map",), "MapDocument", 0),
        (("config",), "ConfigDocument", 0),
        (("config", "minutes", "5"), "ConfigDocument", 0),
        (("bank", "list"), "BanksDocument", 0),
        (("find", "block", "table"), "FindDocument", 0),
        (("find", "nowhere"), "FindDocument", 1),
        (("history", "toy-choice"), "HistoryDocument", 0),
        (("ask",), "AskDocument", 0),
        (("author", "check"), "CheckDocument", 3),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_one_document(toy_banks: None, drill: Drill, args: tuple[str, ...], name: str, code: int) -> None:
    drill("quiz", "--limit", "3", "--seed", "1", stdin="a\n" * 9)
    result = drill(*args, "--json")
    validated(result.out, name)
    assert (result.err, result.code) == ("", code)


@pytest.mark.parametrize("kind", RIGHT)
def test_ask_and_answer(toy_banks: None, drill: Drill, kind: str) -> None:
    asked = validated(drill("ask", "--kind", kind, "--seed", "1", "--json").out, "AskDocument")
    result = drill("answer", asked["ask"], RIGHT[kind], "--json")
    marked = validated(result.out, "AnswerDocument")
    assert (result.code, marked["verdict"], marked["item"]) == (0, "right", asked["item"])
    history = validated(drill("history", asked["item"], "--json").out, "HistoryDocument")
    assert [entry["what"] for entry in history["entries"]] == ["asked", "right"]


def test_a_wrong_answer_is_exit_code_1(toy_banks: None, drill: Drill) -> None:
    asked = json.loads(drill("ask", "--kind", "choice", "--seed", "1", "--json").out)
    result = drill("answer", asked["ask"], "a", "--json")
    assert (result.code, json.loads(result.out)["due"]) == (1, "2026-12-11")


@pytest.mark.parametrize("kind", ["choice", "multi", "numeric", "short", "order", "predict", "bug", "open"])
def test_an_ask_holds_no_answer(toy_banks: None, drill: Drill, kind: str) -> None:
    """No reason, accepted form, output or key point: only what the page shows."""
    asked = drill("ask", "--kind", kind, "--seed", "1", "--json").out
    fields = {"ask", "item", "kind", "topic", "prompt", "code", "choices", "unit", "grammar", "version"}
    assert json.loads(asked).keys() == fields
    secrets = ("Each is as large", "block table is to", "131072", "each step reads", "4.00", "misconception")
    assert [secret for secret in secrets if secret in asked] == []


def test_an_ask_in_words(toy_banks: None, drill: Drill) -> None:
    asked = drill("ask", "--kind", "choice", "--seed", "1")
    assert "  b  a logical block to a physical one" in asked.out
    command = asked.out.splitlines()[-1].split()
    assert drill(*command[1:-1], "b").out.startswith("right\nanswer: b\n")


def test_ask_when_nothing_is_left(toy_banks: None, drill: Drill) -> None:
    drill("quiz", "--kind", "choice", "--seed", "1", stdin="b\n")
    assert drill("ask", "--kind", "choice", "--json") == ("", "drill: nothing that fits is due now\n", 1)
