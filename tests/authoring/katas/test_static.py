"""Faults in the files of a kata: each finding, with the file, the line and the mend."""

from pathlib import Path
from typing import Any

import pytest
import yaml

FAULTS = yaml.safe_load(Path(__file__).with_name("faults.yaml").read_text(encoding="utf-8"))["files"]


def test_a_right_kata_says_nothing(mini: Any) -> None:
    assert mini.lines() == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault["fault"])
def test_a_fault(mini: Any, fault: dict[str, Any]) -> None:
    mini.spoil(fault["files"])
    assert mini.lines() == fault["says"]


def test_too_many_hidden_tests(mini: Any) -> None:
    more = "".join(f'\n\ndef test_more_{n}(solution):\n    """more"""\n' for n in range(13))
    path = mini.folders.hidden
    path.write_text(path.read_text("utf-8") + more, "utf-8")
    assert mini.lines() == ["solutions/clamp/test_hidden.py:1: 26 test functions; have 12 to 25"]
