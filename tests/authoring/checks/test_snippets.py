"""What a bug's texts and a predict's output are held against, with the real runner where it matters."""

import msgspec
import pytest

from drill.authoring.checks.snippets import check_snippets
from drill.grader.snippet import SnippetResult, run_snippet
from drill.study.question import Bug, Predict, Question

COMMON = {
    "id": "toy",
    "difficulty": 2,
    "outline": ["k"],
    "sources": [{"key": "s"}],
    "prompt": "p",
    "explanation": "e",
}
OPTIONS = [{"text": "a", "why": "1", "right": True}, {"text": "b", "why": "2"}]
FAILS = SnippetResult("", "AssertionError", timed_out=False, exit_code=1)
PASSES = SnippetResult("", "", timed_out=False, exit_code=0)


def bug(code: str, fixed: str, line: int) -> Question:
    fields = {"kind": "bug", "code": code, "fixed": fixed, "check": "assert x", "line": line}
    return msgspec.convert(COMMON | {"options": OPTIONS} | fields, Bug)


def predict(code: str, output: str) -> Question:
    return msgspec.convert(COMMON | {"kind": "predict", "code": code, "output": output}, Predict)


@pytest.mark.parametrize(
    ("fixed", "lines"),
    [
        ("a\nB\nc\n", {2}),
        ("a\nb\nnew\nc\n", {2, 3}),  # a line is missing: either neighbor may be named
        ("new\na\nb\nc", {1}),
        ("a\nb\nc\nnew", {3}),
        ("a\nc\n", {2}),
        ("A\nb\nC\n", {1, 3}),
        ("a  \nb\nC\n", {3}),
    ],
)
def test_lines_that_may_be_named(fixed: str, lines: set[int]) -> None:
    def run(code: str) -> SnippetResult:
        return PASSES if code.startswith(fixed) else FAILS

    for line in (1, 2, 3):
        faults = list(check_snippets(bug("a\nb\nc\n", fixed, line), run))
        assert (not faults) == (line in lines), faults


@pytest.mark.parametrize(
    ("code", "output"),
    [
        ("print(1)\nprint('a  ')", "1\na"),
        ("print('é')\n", "é\n"),
        ("import numpy as np\nprint(int(np.arange(5).sum()))", "10"),
    ],
)
def test_output_compares_but_for_trailing_spaces(code: str, output: str) -> None:
    assert list(check_snippets(predict(code, output), run_snippet)) == []


def test_a_loop_without_end_is_said() -> None:
    def run(code: str) -> SnippetResult:
        return run_snippet(code, seconds=0.5)

    [fault] = check_snippets(predict("while True: pass", "1"), run)
    assert fault.message == "the code fails (still running after 0.5 s); mend it"
