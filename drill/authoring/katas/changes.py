"""The changes that make mutants: slips of a kind that people make, one at one place.

Leaves out where they are made (places.py) and what comes of it (mutants.py).
"""

import ast
import copy
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from drill.authoring.katas.places import Place

OPERATORS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.LShift: (ast.RShift,),
    ast.RShift: (ast.LShift,),
    ast.BitAnd: (ast.BitOr,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitXor: (ast.BitOr,),
    # the border, then the opposite
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
_ORDERED = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)
_KEPT = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Pass, ast.Nonlocal, ast.Global)


def changes(place: Place) -> Iterator[ast.AST]:
    """Yield every node that may stand in the place of this one."""
    return chain.from_iterable(kind(place) for kind in KINDS)


def _operators(place: Place) -> Iterator[ast.AST]:
    """Another arithmetic operator or comparison, or its operands the other way round."""
    node = place.node
    if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp):
        for operator in OPERATORS.get(type(node.op), ()):
            yield _with(node, op=operator())
    if isinstance(node, ast.BinOp) and isinstance(node.op, _ORDERED):
        yield _with(node, left=node.right, right=node.left)
    if isinstance(node, ast.Compare):
        for index, old in enumerate(node.ops):
            for operator in OPERATORS[type(old)]:
                yield _with(node, ops=_with_member(node.ops, index, operator()))


def _constants(place: Place) -> Iterator[ast.AST]:
    """Another number, or the other truth value."""
    value = getattr(place.node, "value", None)
    if not isinstance(place.node, ast.Constant) or not isinstance(value, bool | int | float):
        return
    if isinstance(value, bool):
        yield ast.Constant(not value)
        return
    is_negated = isinstance(place.parent, ast.UnaryOp)
    others = [value + 1, value - 1, value * 2, 0 * value, *([] if is_negated else [-value])]
    yield from (ast.Constant(other) for other in dict.fromkeys(others) if other != value)


def _signs(place: Place) -> Iterator[ast.AST]:
    """No minus, no `not`."""
    if isinstance(place.node, ast.UnaryOp):
        yield place.node.operand


def _conditions(place: Place) -> Iterator[ast.AST]:
    """A condition turned round, one that always holds, one part of it alone."""
    node = place.node
    if isinstance(node, ast.BoolOp):
        for index in range(len(node.values)):
            rest = node.values[:index] + node.values[index + 1 :]
            yield _with(node, values=rest) if len(rest) > 1 else rest[0]
    if not isinstance(node, ast.expr) or place.field not in ("test", "ifs"):
        return
    if not isinstance(node, ast.Compare):
        yield ast.UnaryOp(ast.Not(), node)
    if not isinstance(place.parent, ast.While):
        yield ast.Constant(True)
        yield ast.Constant(False)


def _axes(place: Place) -> Iterator[ast.AST]:
    """Another axis, or all of them."""
    node = place.node
    if isinstance(node, ast.keyword) and node.arg == "axis":
        for other in ("0", "-1", "None"):
            if ast.unparse(node.value) != other:
                yield _with(node, value=ast.parse(other, mode="eval").body)


def _arguments(place: Place) -> Iterator[ast.AST]:
    """Two neighbors swapped, a named one left out."""
    node = place.node
    if not isinstance(node, ast.Call):
        return
    for index in range(len(node.args) - 1):
        first, second = node.args[index : index + 2]
        if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
            yield _with(node, args=[*node.args[:index], second, first, *node.args[index + 2 :]])
    for index in range(len(node.keywords)):
        yield _with(node, keywords=node.keywords[:index] + node.keywords[index + 1 :])


def _slices(place: Place) -> Iterator[ast.AST]:
    """A bound left out, one off, or put where there is none."""
    node = place.node
    if not isinstance(node, ast.Slice):
        return
    for name in ("lower", "upper", "step"):
        if getattr(node, name) is not None:
            yield _with(node, **{name: None})
    for name, edge in (("lower", 1), ("upper", -1)):
        bound = getattr(node, name)
        if bound is None:
            yield _with(node, **{name: ast.Constant(edge)})
        elif not isinstance(bound, ast.Constant):
            yield _with(node, **{name: ast.BinOp(bound, ast.Add(), ast.Constant(1))})
            yield _with(node, **{name: ast.BinOp(bound, ast.Sub(), ast.Constant(1))})


def _statements(place: Place) -> Iterator[ast.AST]:
    """A statement removed, nothing returned, the other way out of a loop."""
    node = place.node
    if isinstance(node, ast.Break):
        yield ast.Continue()
    if isinstance(node, ast.Continue):
        yield ast.Break()
    if isinstance(node, ast.Return) and ast.unparse(node) != "return None":
        yield ast.Return(ast.Constant(None))
    if isinstance(node, ast.stmt) and not isinstance(node, _KEPT) and not _does_nothing(place):
        yield ast.Pass()


def _does_nothing(place: Place) -> bool:
    """Whether the removal of a statement changes nothing, or what returning nothing changes too."""
    node = place.node
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    return isinstance(node, ast.Return) and isinstance(place.parent, ast.FunctionDef) and place.is_last


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _with_member(members: list[Any], index: int, member: Any) -> list[Any]:
    return [*members[:index], member, *members[index + 1 :]]


KINDS: tuple[Callable[[Place], Iterator[ast.AST]], ...] = (
    _operators,
    _constants,
    _signs,
    _conditions,
    _axes,
    _arguments,
    _slices,
    _statements,
)
