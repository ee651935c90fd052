"""Faults in the files of a kata, one each: one finding, with the file, the line and the mend."""

from typing import Any

import pytest

OPEN, SPOILERS = "exercises/clamp", "solutions/clamp"

# file, old, new, finding
EDITS = {
    "yaml": (
        "exercise.yaml",
        "level: 1",
        "level: [",
        "exercise.yaml:5: a `[` list is not closed",
    ),
    "field": ("exercise.yaml", "level: 1", "levle: 1", "exercise.yaml:5: "),
    "topic": (
        "exercise.yaml",
        "topic: sampling",
        "topic: samplin",
        "exercise.yaml:3: unknown topic `samplin`; did you mean `sampling`?",
    ),
    "outline": (
        "exercise.yaml",
        "clamp-range",
        "clamp-rang",
        "exercise.yaml:4: unknown outline key `clamp-rang`; did you mean `clamp-range`?",
    ),
    "hints": ("exercise.yaml", ", Return the end.", "", "exercise.yaml:9: "),
    "readme": ("README.md", "clamp(", "clip(", "README.md:1: names no `clamp(`; state its signature"),
    "signature": (
        "starter.py",
        "high: int)",
        "top: int)",
        "starter.py:4: `clamp` has another signature than in solution.py, line 4; make them equal",
    ),
    "default": (
        "starter.py",
        "high: int)",
        "high: int = 1)",
        "starter.py:4: `clamp` has another signature than in solution.py, line 4; make them equal",
    ),
    "begun": (
        "starter.py",
        "raise NotImplementedError",
        "return x",
        "starter.py:4: `clamp` does something; its body is `raise NotImplementedError`",
    ),
    "docstring": (
        "starter.py",
        '    """Return x, or the end of low..high that it lies beyond."""\n',
        "",
        "starter.py:4: `clamp` has no docstring; say what it takes and returns",
    ),
    "helper": (
        "starter.py",
        "def clamp(",
        "def _low(x: int) -> int:\n    raise NotImplementedError\n\n\ndef clamp(",
        "starter.py:4: solution.py has no `_low`; give both files the same functions",
    ),
    "not python": ("starter.py", "def clamp(", "def clamp((", "starter.py:4: not Python: "),
    "one visible test": (
        "test_visible.py",
        "def test_one_point",
        "def one_point",
        "test_visible.py:1: 1 test functions; have 2 to 4",
    ),
    "visible docstring": (
        "test_visible.py",
        '    """Inside."""\n',
        "",
        "test_visible.py:6: `test_inside` has no docstring; a learner reads it as the title",
    ),
}
SPOILED = {
    "hidden docstring": (
        "test_hidden.py",
        '    """fresh"""\n',
        "",
        "test_hidden.py:66: `test_fresh` has no docstring; a learner reads it as the title",
    ),
    "core": (
        "test_hidden.py",
        "from drill.grader.checks import exact\n",
        "from drill.grader.checks import exact\nfrom drill.core import ops\n",
        "test_hidden.py:4: imports drill.core; the fixture `solution` and drill.grader.checks are what a "
        "hidden test may use",
    ),
    "solution": (
        "test_hidden.py",
        "from drill.grader.checks import exact\n",
        "from drill.grader.checks import exact\nimport solution\n",
        "test_hidden.py:4: imports solution; the fixture `solution` and drill.grader.checks are what a "
        "hidden test may use",
    ),
    "no caught by": (
        "wrong/no_low.py",
        "caught by: test_below\n",
        "",
        "wrong/no_low.py:1: the docstring lacks its last line `caught by: test_...`; add it",
    ),
    "no words": (
        "wrong/no_low.py",
        "Never looks at the lower end: whoever forgets that the range has two ends.",
        "Low.",
        "wrong/no_low.py:1: the docstring must say what is wrong and who makes it; write it",
    ),
}
CASES = [(OPEN, *case) for case in EDITS.values()] + [(SPOILERS, *case) for case in SPOILED.values()]


def test_a_right_kata_says_nothing(mini: Any) -> None:
    assert mini.lines() == []


@pytest.mark.parametrize(("folder", "name", "old", "new", "said"), CASES, ids=[*EDITS, *SPOILED])
def test_one_fault_is_one_finding(mini: Any, folder: str, name: str, old: str, new: str, said: str) -> None:
    mini.edit(f"{folder}/{name}", old, new)
    (line,) = mini.lines()
    assert line.startswith(f"{folder}/{said}")


def test_a_function_that_nothing_has(mini: Any) -> None:
    mini.edit(f"{OPEN}/exercise.yaml", "[clamp]", "[clamp, clip]")
    assert mini.lines() == [
        f"{OPEN}/README.md:1: names no `clip(`; state its signature",
        f"{OPEN}/starter.py:1: `clip` is missing; exercise.yaml names it under `functions`",
    ]


def test_a_hidden_test_that_wrong_solutions_name(mini: Any) -> None:
    mini.edit(f"{SPOILERS}/test_hidden.py", "def test_above(", "def test_over(")
    said = "test_hidden.py has no `test_above`; name a test that is there"
    wrong = ("keeps_all", "no_high", "one_end")
    assert mini.lines() == [f"{SPOILERS}/wrong/{name}.py:1: {said}" for name in wrong]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (f"{OPEN}/README.md", f"{OPEN}/README.md:1: missing; every kata has one, so write it"),
        (f"{SPOILERS}/notes.md", f"{SPOILERS}/notes.md:1: missing; every kata has one, so write it"),
        (
            f"{SPOILERS}/wrong/no_low.py",
            f"{SPOILERS}/wrong:1: 5 wrong solutions; write 6 or more, one classic",
        ),
        (f"{SPOILERS}/other/nested.py", f"{SPOILERS}/other:1: no other right solution; have one written by"),
    ],
)
def test_a_file_that_lacks(mini: Any, name: str, said: str) -> None:
    (mini.root / name).unlink()
    (line,) = mini.lines()
    assert line.startswith(said)


def test_a_stray_file(mini: Any) -> None:
    mini.write(f"{OPEN}/data.npy", "")
    mini.write(f"{SPOILERS}/.ruff_cache/x", "left by a tool")
    assert mini.lines() == [f"{OPEN}/data.npy:1: nothing reads it; delete it or move it"]


def test_a_kata_in_one_tree_only(mini: Any) -> None:
    for path in sorted((mini.root / OPEN).iterdir()):
        path.unlink()
    (mini.root / OPEN).rmdir()
    assert mini.lines() == [f"{OPEN}:1: missing; both trees have the same katas, add it"]


def test_too_many_hidden_tests(mini: Any) -> None:
    more = "".join(f'\n\ndef test_more_{n}(solution):\n    """more"""\n' for n in range(13))
    path = mini.folders.hidden
    path.write_text(path.read_text("utf-8") + more, "utf-8")
    assert mini.lines() == [f"{SPOILERS}/test_hidden.py:1: 26 test functions; have 12 to 25"]
