"""equivalent.yaml: explanations of mutants that there are, each with a reason."""

from typing import Any

import pytest

from drill.authoring.katas.equivalents import load_explained

NAME = "solutions/clamp/equivalent.yaml"
ENTRY = """\
- line: "if x < low:"
  change: x < low -> x <= low
  why: At the end itself both branches return the same number.
"""


def test_an_explanation_that_fits(mini: Any) -> None:
    mini.write(NAME, ENTRY)
    assert mini.lines() == []
    (entry,), findings = load_explained(mini.folders)
    assert (entry.text, entry.change, entry.at, findings) == ("if x < low:", "x < low -> x <= low", 1, [])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("x <= low", "x == low", "no mutant `x < low -> x == low` of that line; delete the entry"),
        ("if x <", "if y <", "no mutant `x < low -> x <= low` of that line; delete the entry"),
        (
            "At the end itself both branches return the same number.",
            "Equal.",
            "`why` gives no reason; say why no test can see the change",
        ),
    ],
)
def test_one_that_explains_nothing(mini: Any, old: str, new: str, said: str) -> None:
    mini.write(NAME, ENTRY.replace(old, new))
    assert mini.lines() == [f"{NAME}:1: {said}"]


def test_a_file_that_cannot_be_read(mini: Any) -> None:
    mini.write(NAME, ENTRY.replace("why:", "reason:"))
    (line,) = mini.lines()
    assert line.startswith(f"{NAME}:3: ")
