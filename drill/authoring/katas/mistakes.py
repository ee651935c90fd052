"""The docstrings of wrong solutions: what is wrong, who makes it, and the tests that catch it.

Leaves out whether they do (trials.py).
"""

import ast
import re
from collections.abc import Iterator

from drill.authoring.finding import Finding, finding
from drill.authoring.katas.folders import Folders
from drill.authoring.katas.parsed import Trees, test_functions

_CAUGHT_BY = re.compile(r"^caught by:\s*(.+)\Z", re.MULTILINE | re.DOTALL)
LEAST_WORDS = 8


def caught_by(tree: ast.Module) -> tuple[str, ...]:
    """Return the tests that a wrong solution's docstring says catch it."""
    match = _CAUGHT_BY.search(ast.get_docstring(tree) or "")
    return tuple(re.split(r"[\s,]+", match[1].strip().rstrip("."))) if match else ()


def check_mistakes(folders: Folders, trees: Trees) -> Iterator[Finding]:
    """Yield at most one finding for each wrong solution."""
    tests = {test.name for test in test_functions(trees[folders.hidden])}
    for path in folders.wrong():
        fault = _fault(trees[path], tests)
        if fault:
            yield finding(folders.name(path), 1, fault)


def _fault(tree: ast.Module, tests: set[str]) -> str:
    said = _CAUGHT_BY.sub("", ast.get_docstring(tree) or "").split()
    if len(said) < LEAST_WORDS:
        return "the docstring must say what is wrong and who makes it; write it"
    names = caught_by(tree)
    if not names:
        return "the docstring lacks its last line `caught by: test_...`; add it"
    unknown = [name for name in names if name not in tests]
    return f"test_hidden.py has no `{unknown[0]}`; name a test that is there" if unknown else ""
