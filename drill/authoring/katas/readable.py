"""Runs a kata's visible tests on one of its solutions, in a child process with limits.

Leaves out hidden tests: the judge runs those.
"""

import re
from pathlib import Path

from drill.grader.snippet import SnippetResult, run_snippet

SECONDS = 30
_FAILED = re.compile(r"^(?:FAILED|ERROR) test_visible\.py(?:::(\w+))?", re.MULTILINE)
_SCRIPT = """\
import os
import sys
from pathlib import Path

for name, text in {files!r}.items():
    Path(name).write_text(text, encoding="utf-8")
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
import pytest

options = ["-q", "--tb=no", "-rfE", "-p", "no:cacheprovider", "--rootdir=.", "-c", os.devnull]
sys.exit(pytest.main([*options, "test_visible.py"]))
"""


def visible_failure(solution: Path, tests: Path) -> str:
    """Return the visible test that a solution fails, or why they can't be run; empty when it passes all."""
    files = {path: source.read_text("utf-8") for path, source in _names(solution, tests).items()}
    result = run_snippet(_SCRIPT.format(files=files), seconds=SECONDS)
    return _failure(result) if result.error else ""


def _names(solution: Path, tests: Path) -> dict[str, Path]:
    return {"solution.py": solution, "test_visible.py": tests}


def _failure(result: SnippetResult) -> str:
    failed = _FAILED.search(result.output)
    return (failed and failed[1]) or f"test_visible.py ({result.error})"
