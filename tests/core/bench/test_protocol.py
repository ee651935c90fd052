"""Lines of JSON, there and back."""

import json

import pytest

from drill.core.bench.protocol import (
    Absent,
    Hello,
    Task,
    decode_answer,
    decode_hello,
    decode_task,
    encode_answer,
    encode_hello,
    encode_task,
    ids,
)


@pytest.mark.parametrize("task", [Task("decode", 64, 32), Task("prefill", 0, 512)])
def test_a_task_comes_back(task: Task) -> None:
    assert decode_task(encode_task(task)) == task


def test_the_lines_of_the_documentation() -> None:
    assert decode_task('{"task": "prefill", "tokens": 512}') == Task("prefill", 0, 512)
    assert decode_task('{"task": "quit"}') is None


@pytest.mark.parametrize("said", [Hello("a 1.0", None, 2), Hello("b", 4, 4), Absent("no module")])
def test_a_first_line_comes_back(said: Hello | Absent) -> None:
    assert decode_hello(encode_hello(said)) == said


@pytest.mark.parametrize(
    "line", ["-c import sys\n", "5", "[]", '"why"', '{"what": "a"}', '{"why": "a", "more": 1}', "{", "\ufffd"]
)
def test_a_first_line_that_no_contender_says(line: str) -> None:
    assert decode_hello(line) == Absent(f"said no JSON: {line}")


def test_an_answer_says_its_rate_as_well() -> None:
    line = encode_answer(Task("decode", 8, 2), [0.25, 0.75])

    assert decode_answer(line) == [0.25, 0.75]
    assert json.loads(line)["tokens_per_second"] == 2.0


def test_names_tell_context_from_prompt() -> None:
    assert [Task("decode", 64, 32).name, Task("prefill", 0, 512).name] == ["decode 64", "prefill 512"]


def test_ids_are_one_text_wherever_it_is_cut() -> None:
    assert ids(0, 40, 48) == ids(0, 7, 48) + ids(7, 40, 48)
    assert set(ids(0, 48, 48)) == set(range(48))
