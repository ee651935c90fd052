"""Mutants of a solution: each is its text with one change.

Leaves out judging them (proving.py). The same text always gives the same mutants, in the same order.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from drill.authoring.katas.changes import changes
from drill.authoring.katas.places import Place, places


class Mutant(NamedTuple):
    """A changed solution: `line` from 1, the text of that line, `change` as `before -> after`."""

    line: int
    text: str
    change: str
    source: bytes


def mutants(source: str) -> list[Mutant]:
    """Return the mutants of a source; two changes that give the same program are one mutant."""
    seen, told = {ast.unparse(ast.parse(source))}, Counter[tuple[str, str]]()
    lines, found = source.splitlines(), []
    for place, change, text in _changed(ast.parse(source)):
        if text in seen:
            continue
        seen.add(text)
        line = lines[place.line - 1].strip()
        told[line, change] += 1
        times = told[line, change]
        # an explanation names a mutant by these words, so they must differ
        words = change if times == 1 else f"{change} ({times})"
        found.append(Mutant(place.line, line, words, text.encode()))
    return found


def _changed(tree: ast.Module) -> Iterator[tuple[Place, str, str]]:
    for place in list(places(tree)):
        for node in changes(place):
            change = f"{_shown(place.node)} -> {_shown(node)}"
            with place.holding(node):
                yield place, change, ast.unparse(tree)


def _shown(node: ast.AST) -> str:
    """Return a node as text: an expression whole, of a statement its first line."""
    text = ast.unparse(node).splitlines()
    return " ".join(text) if isinstance(node, ast.expr) else next(iter(text), "")
