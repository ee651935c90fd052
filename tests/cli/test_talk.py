"""`drill model run` and `chat` on a small random model: text, tokens, times, documents, turns, misuse."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from drill.core.infer.weights.open import open_checkpoint

Drill = Callable[..., Any]
SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "docs" / "output.schema.json").read_bytes())
ON_NUMPY = ("--backend", "numpy", "--max-tokens", "5")


@pytest.fixture
def model(drill: Drill, tiny_gguf: Path) -> str:
    drill("model", "add", str(tiny_gguf), "--name", "tiny")
    return "tiny"


def test_the_same_prompt_gives_the_same_text(drill: Drill, model: str) -> None:
    words = drill("model", "run", "-m", model, *ON_NUMPY, "hi", "there")
    piped = drill("model", "run", "-m", model, *ON_NUMPY, stdin="hi there\n")
    assert words.code == piped.code == 0
    assert words.out == piped.out
    assert words.out.endswith("\n")


def test_each_token_with_its_rivals_and_the_times(drill: Drill, model: str) -> None:
    shown = drill("model", "run", "--raw", *ON_NUMPY, "--show", "logprobs", "--show", "timing", "hi")
    assert len(shown.out.splitlines()) == 5
    found = re.fullmatch(
        r" *(\d+)  '(.*)' +-?[\d.]+ +([\d.]+%)  '(.*?)' ([\d.]+%)  .*", shown.out.splitlines()[0]
    )
    assert found is not None
    # the likeliest token is the one that greedy sampling takes
    assert found[2] == found[4]
    assert found[3] == found[5]
    assert [line.split()[0] for line in shown.err.splitlines()][:2] == ["TTFT", "ITL"]
    plain = drill("model", "run", "--raw", *ON_NUMPY, "--show", "tokens", "hi")
    assert [line.split()[0] for line in plain.out.splitlines()] == [
        line.split()[0] for line in shown.out.splitlines()
    ]


def test_five_rivals_whatever_the_width(drill: Drill, model: str) -> None:
    shown = drill("model", "run", "--raw", *ON_NUMPY, "--show", "logprobs", "hi", env={"COLUMNS": "40"})
    lines = shown.out.splitlines()
    assert [len(re.findall(r"'  ?-?[\d.]+|' [\d.]+%", line)) for line in lines] == [5] * 5


def test_the_document_holds_all_of_it(drill: Drill, model: str) -> None:
    result = drill("model", "run", "--raw", *ON_NUMPY, "--show", "logprobs", "--seed", "7", "--json", "hi")
    document = json.loads(result.out)
    Draft202012Validator({"$ref": "#/$defs/RunDocument", "$defs": SCHEMA["$defs"]}).validate(document)
    assert (document["model"], document["prompt_tokens"], document["seed"]) == ("Tiny", 1, 7)
    assert [len(token["top"]) for token in document["tokens"]] == [5] * 5
    assert document["finish_reason"] == "length"


def test_a_seed_draws_the_same_again(drill: Drill, model: str) -> None:
    hot = ("model", "run", "--raw", *ON_NUMPY, "--temperature", "2", "hi")
    assert drill(*hot, "--seed", "3").out == drill(*hot, "--seed", "3").out
    assert len({drill(*hot, "--seed", str(seed)).out for seed in range(4)}) > 1


def test_a_banned_token_does_not_come(drill: Drill, model: str) -> None:
    ask = ("model", "run", "--raw", *ON_NUMPY, "--json", "hi")
    first = json.loads(drill(*ask).out)["tokens"][0]["id"]
    other = json.loads(drill(*ask, "--bias", f"{first}:-inf").out)["tokens"]
    assert first not in [token["id"] for token in other]


def test_a_chat_over_a_pipe(drill: Drill, model: str) -> None:
    """Each line is a turn that sees those before it; /again forgets them."""
    turns = drill("model", "chat", *ON_NUMPY, stdin="hi\nhi\n/again\nhi\n/quit\nhi\n")
    assert turns.code == 0
    once = drill("model", "run", *ON_NUMPY, "hi").out
    assert turns.out.startswith(once)
    assert turns.out.endswith(once)
    assert turns.out.count("\n") >= 3 * once.count("\n")


def test_a_turn_too_long_is_taken_back(drill: Drill, model: str) -> None:
    long = "x" * 200
    turns = drill("model", "chat", *ON_NUMPY, stdin=f"{long}\nhi\n")
    assert turns.err.count("\n") == 1
    assert "/again forgets the turns before" in turns.err
    assert turns.out == drill("model", "run", *ON_NUMPY, "hi").out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("run", "--bias", "42", "hi"), "--bias takes a token id and a number, such as 42:-inf, not `42`"),
        (("run", "--bias", "x:1", "hi"), "--bias takes a token id and a number, such as 42:-inf, not `x:1`"),
        (("run", "--top-p", "1.5", "hi"), "top_p is 1.5: it must be from 0 to 1 (1: off)"),
        (("run", "--raw", ""), "the prompt is empty: give at least one token"),
        (("run", "--raw", "x" * 97), "the prompt has 97 tokens and 96 fit: shorten it"),
    ],
)
def test_misuse_is_one_line(drill: Drill, model: str, args: tuple[str, ...], says: str) -> None:
    result = drill("model", *args, "--backend", "numpy")
    assert (result.out, result.err, result.code) == ("", f"drill: {says}\n", 2)


def test_a_model_without_a_tokenizer_can_not_talk(
    drill: Drill, model: str, tiny_gguf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = open_checkpoint(tiny_gguf)._replace(vocabulary=None)
    monkeypatch.setattr("drill.cli.models.opening.open_checkpoint", lambda path: bare)
    result = drill("model", "run", "hi")
    says = f"{tiny_gguf}: has no tokenizer; put tokenizer.json beside it, or take another model"
    assert (result.out, result.err, result.code) == ("", f"drill: {says}\n", 3)
