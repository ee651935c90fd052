"""A solution with one of its functions blanked: what a review of a long kata begins with.

Leaves out which function that is: exercise.yaml names it.
"""

import ast

from drill.content.katas import Kata
from drill.errors import ContentError

Function = ast.FunctionDef | ast.AsyncFunctionDef


def blank_crux(kata: Kata) -> bytes | None:
    """Return the file that an attempt at a kata's crux begins with; None for a kata without one."""
    crux = kata.exercise.crux
    return None if crux is None else blanked(kata.solution.read_text("utf-8"), crux.function).encode()


def blanked(source: str, name: str) -> str:
    """Return source with the body of one function, or method, replaced by its docstring and a raise.

    Raises ContentError where no function has that name.
    """
    function = _function(source, name)
    lines = source.splitlines(keepends=True)
    first = function.body[0]
    has_docstring = ast.get_docstring(function) is not None
    # lines count from 1, and the last one of a docstring stays
    begin = (first.end_lineno or first.lineno) if has_docstring else first.lineno - 1
    end = function.body[-1].end_lineno or begin
    blank = f"{' ' * first.col_offset}raise NotImplementedError\n"
    return "".join([*lines[:begin], blank, *lines[end:]])


def _function(source: str, name: str) -> Function:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, Function) and node.name == name:
            return node
    raise ContentError(f"solution.py: no function `{name}`; `crux` in exercise.yaml names one that is there")
