"""equivalent.yaml: explanations of mutants that there are. What is wrong with others: faults.yaml."""

from typing import Any

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
