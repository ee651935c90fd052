"""Where a Python tree can be changed: each node with the spot that holds it.

Leaves out the changes (changes.py).
"""

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

# nothing in them runs as part of an answer
_SKIPPED = frozenset(("annotation", "returns", "decorator_list", "ctx"))


class Place(NamedTuple):
    """A node, the field of its parent that holds it, and where in it if that is a list."""

    node: ast.AST
    parent: ast.AST
    field: str
    at: int | None
    line: int

    @contextmanager
    def holding(self, node: ast.AST) -> Iterator[None]:
        """Put another node in its place for as long as the block runs."""
        self._put(node)
        try:
            yield
        finally:
            self._put(self.node)

    def _put(self, node: ast.AST) -> None:
        if self.at is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.at] = node

    @property
    def is_last(self) -> bool:
        """Whether a statement is the last one of its block."""
        return self.at == len(getattr(self.parent, self.field)) - 1


def places(tree: ast.AST, line: int = 1) -> Iterator[Place]:
    """Yield every place under a node, from the outside in, in the order of the text."""
    for field, value in ast.iter_fields(tree):
        if field in _SKIPPED:
            continue
        members = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, node in members:
            if isinstance(node, ast.AST):
                own_line = getattr(node, "lineno", line)
                yield Place(node, tree, field, index, own_line)
                yield from places(node, own_line)
