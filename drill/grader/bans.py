"""Names that a kata bans, found in the syntax tree: an import, a call, an attribute.

Leaves out names made at run time: a ban is a rule of the drill, not a wall.
"""

import ast
from collections.abc import Iterator


def banned(source: bytes, bans: tuple[str, ...]) -> str:
    """Return the first banned name and its line in words, else an empty text."""
    if not bans:
        return ""
    for name, line in _names(ast.parse(source)):
        for ban in bans:
            if name == ban or name.startswith(f"{ban}.") or name.endswith(f".{ban}"):
                return f"line {line}: `{ban}` is not allowed in this drill"
    return ""


def _names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((alias.name, node.lineno) for alias in names)
            case ast.ImportFrom(module=str() as module, names=names):
                yield module, node.lineno
                yield from ((f"{module}.{alias.name}", node.lineno) for alias in names)
            case ast.Attribute() | ast.Name():
                yield ast.unparse(node), node.lineno
