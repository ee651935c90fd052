"""A kata's Python files as trees, each parsed once.

Leaves out running them.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from drill.authoring.finding import Finding, finding, from_error
from drill.authoring.katas.folders import Folders
from drill.content.files import read_text
from drill.errors import ContentError

Function = ast.FunctionDef | ast.AsyncFunctionDef
Trees = dict[Path, ast.Module]


def parse_all(folders: Folders) -> tuple[Trees, list[Finding]]:
    """Return the tree of every Python file, and a finding for each that is none."""
    paths = [folders.starter, folders.visible, folders.hidden, *folders.right(), *folders.wrong()]
    results = {path: _parse(path, folders.name(path)) for path in paths}
    trees = {path: tree for path, tree in results.items() if isinstance(tree, ast.Module)}
    return trees, [result for result in results.values() if isinstance(result, Finding)]


def _parse(path: Path, name: str) -> ast.Module | Finding:
    try:
        return ast.parse(read_text(path))
    except SyntaxError as error:
        return finding(name, error.lineno or 1, f"not Python: {error.msg}; mend it")
    except ContentError as error:
        return from_error(error, path=str(path), name=name)


def functions(tree: ast.Module) -> dict[str, Function]:
    """Return the functions at the top of a file and the methods of its classes, as `name` or `Class.name`."""
    return dict(_functions(tree.body, ""))


def _functions(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, Function]]:
    for node in body:
        if isinstance(node, Function):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{prefix}{node.name}.")


def test_functions(tree: ast.Module) -> list[Function]:
    """Return the tests of a file, in order."""
    return [function for name, function in functions(tree).items() if name.startswith("test_")]


def seeded_tests(tree: ast.Module) -> set[str]:
    """Return the names of the tests that take `seed`, or another fixture of the file that does."""
    takes = {name: _parameters(function) for name, function in functions(tree).items()}
    return {test.name for test in test_functions(tree) if "seed" in _reached(test.name, takes)}


def _parameters(function: Function) -> set[str]:
    return {parameter.arg for parameter in function.args.args}


def _reached(name: str, takes: dict[str, set[str]]) -> set[str]:
    """Return all fixtures that a function needs."""
    found: set[str] = set()
    new = takes.get(name, set())
    while new:
        found |= new
        new = {further for fixture in new for further in takes.get(fixture, set())} - found
    return found
