"""The starter against the reference: the same names and signatures, docstrings, nothing done yet.

Leaves out what the judge says of it (trials.py).
"""

import ast
from collections.abc import Iterator

from drill.authoring.finding import Finding, finding
from drill.authoring.katas.folders import Folders
from drill.authoring.katas.parsed import Function, Trees, functions
from drill.study.kata import Exercise


def check_starter(folders: Folders, trees: Trees, exercise: Exercise) -> Iterator[Finding]:
    """Yield what is wrong with the starter's names, signatures, docstrings and bodies."""
    name = folders.name(folders.starter)
    begun, reference = functions(trees[folders.starter]), functions(trees[folders.solution])
    for asked in sorted(set(exercise.functions) - _top_names(trees[folders.starter])):
        yield finding(name, 1, f"`{asked}` is missing; exercise.yaml names it under `functions`")
    for function_name, function in begun.items():
        fault = _fault(function_name, function, reference.get(function_name))
        if fault:
            yield finding(name, function.lineno, fault)


def _top_names(tree: ast.Module) -> set[str]:
    return {node.name for node in tree.body if isinstance(node, Function | ast.ClassDef)}


def _fault(name: str, function: Function, reference: Function | None) -> str:
    if reference is None:
        return f"solution.py has no `{name}`; give both files the same functions"
    if _signature(function) != _signature(reference):
        return f"`{name}` has another signature than in solution.py, line {reference.lineno}; make them equal"
    if not ast.get_docstring(function):
        return f"`{name}` has no docstring; say what it takes and returns"
    if not _is_blank(function):
        return f"`{name}` does something; its body is `raise NotImplementedError`"
    return ""


def _signature(function: Function) -> tuple[str, str]:
    return ast.unparse(function.args), ast.unparse(function.returns) if function.returns else ""


def _is_blank(function: Function) -> bool:
    # the docstring stands before it
    return [ast.unparse(node) for node in function.body[1:]] == ["raise NotImplementedError"]
