"""`drill find` with an embedding model at hand: words first, then meaning; broken, it is left out."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from drill.cli import find as find_
from drill.sessions.models.catalog import MINILM

Drill = Callable[..., Any]
pytestmark = pytest.mark.usefixtures("toy_banks")


@pytest.fixture
def minilm(home: Path, tiny_bert: Path) -> Path:
    """A random encoder in the place of the fetched one: its meanings are letters."""
    return shutil.copytree(tiny_bert, home / "models" / MINILM.name / MINILM.file)


@pytest.fixture
def all_are_near(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_, "NEAR", -1.0)


@pytest.mark.usefixtures("minilm", "all_are_near")
def test_those_with_the_words_come_first(drill: Drill) -> None:
    found = drill("find", "LOGICAL", "blocks")
    assert (found.code, found.err) == (0, "")
    head, near = found.out.split("\nnear in meaning\n")
    assert "toy-short · kv-cache · short" in head
    assert "toy-short" not in near
    assert 1 <= len(re.findall(r"^toy-\S+ · ", near, re.MULTILINE)) <= find_.MOST_NEAR
    assert drill("find", "LOGICAL", "blocks") == found


@pytest.mark.usefixtures("minilm", "all_are_near")
def test_near_ones_alone_are_something(drill: Drill) -> None:
    found = drill("find", "logical", "nowhere")
    assert found.code == 0
    assert found.out.startswith("no question holds all of these words\n\nnear in meaning\n")
    document = json.loads(drill("find", "logical", "nowhere", "--json").out)
    assert {question["by"] for question in document["questions"]} == {"meaning"}


@pytest.mark.usefixtures("minilm")
def test_what_is_not_near_is_not_shown(drill: Drill, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_, "NEAR", 1.1)
    assert drill("find", "logical", "nowhere") == ("no question holds all of these words\n", "", 1)


@pytest.mark.usefixtures("all_are_near")
def test_a_broken_model_is_named_and_left_out(drill: Drill, minilm: Path) -> None:
    (minilm / "tokenizer.json").write_text("{", encoding="utf-8")
    found = drill("find", "LOGICAL", "blocks")
    says = "tokenizer.json: isn't JSON with every key once; get the file again; found by words alone\n"
    assert found.err.endswith(says)
    assert (found.code, found.err.count("\n"), "near in meaning" in found.out) == (0, 1, False)


def test_without_a_model_nothing_is_said_of_it(drill: Drill, capsys: pytest.CaptureFixture[str]) -> None:
    found = drill("find", "LOGICAL", "blocks")
    assert (found.err, "meaning" in found.out) == ("", False)
    assert drill("find", "--help").code == 0
    assert "drill model get minilm" in " ".join(capsys.readouterr().out.split())


def test_an_embedding_model_in_the_other_commands(drill: Drill, minilm: Path) -> None:
    listed = drill("model", "list")
    assert listed.out.startswith("minilm · bert · ")
    assert json.loads(drill("model", "list", "--json").out)["models"][0]["state"] == "ready"
    info = drill("model", "info", "minilm")
    assert "a text becomes one vector of 16 numbers" in info.out
    assert not any(words in info.out for words in ("token's KV", "a token reads", "chat template"))
    assert json.loads(drill("model", "info", "minilm", "--json").out)["kv_bytes"] == {}
    refused = f"drill: {minilm}: an embedding model has no next token; name a model that generates text\n"
    for command in (("run", "-m", "minilm", "hi"), ("chat", "-m", "minilm"), ("bench", "minilm")):
        assert drill("model", *command, stdin="hi\n") == ("", refused, 3)
