"""A kata's test files: how many tests, a docstring for each, no import that gives the answer.

Leaves out running them.
"""

import ast
from collections.abc import Iterator

from drill.authoring.finding import Finding, finding
from drill.authoring.katas.folders import Folders
from drill.authoring.katas.parsed import Trees, test_functions

VISIBLE = range(2, 5)
HIDDEN = range(12, 26)
# of drill, hidden tests may use the comparisons alone: a bug of ours must not hide in both sides
ALLOWED = "drill.grader.checks"


def check_tests(folders: Folders, trees: Trees) -> Iterator[Finding]:
    """Yield what is wrong with both test files."""
    for path, counts in ((folders.visible, VISIBLE), (folders.hidden, HIDDEN)):
        name, tests = folders.name(path), test_functions(trees[path])
        if len(tests) not in counts:
            message = f"{len(tests)} test functions; have {counts[0]} to {counts[-1]}"
            yield finding(name, 1, message)
        for test in tests:
            if not ast.get_docstring(test):
                message = f"`{test.name}` has no docstring; a learner reads it as the title"
                yield finding(name, test.lineno, message)
    for line, module in _imports(trees[folders.hidden]):
        if module == "solution" or (module.partition(".")[0] == "drill" and module != ALLOWED):
            message = f"imports {module}; the fixture `solution` and {ALLOWED} are what a hidden test may use"
            yield finding(folders.name(folders.hidden), line, message)


def _imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, node.module or "."
