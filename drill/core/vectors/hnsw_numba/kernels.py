"""Distances of padded vectors by address, summed in the order of ../lanes.py; prefetch; moving memory.

No bounds are checked: engine.py owns the arrays. Leaves out who asks (beam.py and its neighbors).
"""

from collections.abc import Callable

from llvmlite import ir
from numba import types

from drill.core.infer.backends.numba.code import Code, Variable
from drill.core.infer.backends.numba.jit import operation
from drill.core.infer.backends.numba.value import F32, FLOATS, I8, I32, Value

# bytes of a block of 16 floats
BLOCK = 64


def _sum(
    term: Callable[[Value, Value], Value], code: Code, left: Value, right: Value, blocks: Value
) -> Value:
    even, odd = (Variable(code.number(FLOATS, 0)) for _ in range(2))

    def add(lanes: Variable, place: Value) -> None:
        lanes.value = lanes.value + term(code.floats(left + place), code.floats(right + place))

    with code.loop(blocks // 2) as pair:
        add(even, pair * (2 * BLOCK))
        add(odd, pair * (2 * BLOCK) + BLOCK)
    # an odd count leaves one block
    with code.loop(blocks & 1):
        add(even, (blocks - 1) * BLOCK)
    return (even.value + odd.value).total()


def _squared(code: Code, left: Value, right: Value, blocks: Value) -> Value:
    def term(x: Value, y: Value) -> Value:
        difference = x - y
        return difference * difference

    return _sum(term, code, left, right, blocks)


def _minus_dot(code: Code, left: Value, right: Value, blocks: Value) -> Value:
    return code.number(F32, 0) - _sum(lambda x, y: x * y, code, left, right, blocks)


def _move(code: Code, to: Value, start: Value, size: Value) -> None:
    pointers = [
        Value(code.builder, code.builder.inttoptr(place.llvm, ir.PointerType(I8))) for place in (to, start)
    ]
    code.call("llvm.memmove.p0.p0.i64", ir.VoidType(), *pointers, size, code.number(ir.IntType(1), 0))


# (left, right, blocks) -> key
squared_l2 = operation(types.float32, types.int64, types.int64, types.int64)(_squared)
minus_dot = operation(types.float32, types.int64, types.int64, types.int64)(_minus_dot)
# (address): bring its cache line
prefetch = operation(types.void, types.int64)(lambda code, where: code.prefetch(where))
# (to, from, bytes): they may overlap
move = operation(types.void, types.int64, types.int64, types.int64)(_move)
# the same 32 bits as a whole number, and back
bits_of = operation(types.int32, types.float32)(lambda _, number: number.seen_as(I32))
float_of = operation(types.float32, types.int32)(lambda _, bits: bits.seen_as(F32))
