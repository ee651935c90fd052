"""Names that a kata bans, found in the syntax tree: an import, a call, an attribute.

Leaves out names made at run time: a ban is a rule of the drill, not a wall.
"""

import ast
import warnings
from collections.abc import Iterator


def banned(source: bytes, bans: tuple[str, ...]) -> str:
    """Return the first banned name and its line in words, else an empty text."""
    if not bans:
        return ""
    for name, line in _names(parse(source)):
        for ban in bans:
            if name == ban or name.startswith(f"{ban}.") or name.endswith(f".{ban}"):
                return f"line {line}: `{ban}` is not allowed in this drill"
    return ""


def parse(source: bytes) -> ast.Module:
    """Return the syntax tree; what Python warns of in a learner's file is not for our streams."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def _names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(module=str() as module, names=names):
                yield module, node.lineno
                yield from ((f"{module}.{alias.name}", node.lineno) for alias in names)
            case ast.Attribute() | ast.Name():
                yield _dotted(node), node.lineno


def _dotted(node: ast.expr) -> str:
    """Return `a.b.c` for a chain of names; what stands before it, a call or a number, is left out."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    parts.append(node.id if isinstance(node, ast.Name) else "")
    return ".".join(reversed(parts))
